import { parseArgs } from 'node:util';
import type { RuleSetName } from '#shared/authority/einvoice/rules/evaluate.ts';
import { mutantBases } from './bases.ts';
import { type Agreement, compare, report } from './compare.ts';
import { corpusSpecimens } from './corpus.ts';
import { mutants, saturated } from './mutants.ts';
import { requested } from './requests.ts';
import { measure, speedLine } from './speed.ts';
import { type Validator, officialValidator } from './verdicts.ts';

/**
 * The whole comparison with the official rule sets, over 10,000 generated documents and the corpora:
 * `node test/conformance/run.ts [--requests 2000] [--mutants 8000] [--seed 1] [--set cius-ro-1.0.9] [--no-corpora] [--speed]`.
 * Exits with 1 on any disagreement, and when a document of a valid request is rejected. Verdicts are kept, so a second run takes
 * seconds.
 */
const { values } = parseArgs({
  allowNegative: true,
  options: {
    requests: { type: 'string', default: '2000' },
    mutants: { type: 'string', default: '8000' },
    corpora: { type: 'boolean', default: true },
    seed: { type: 'string', default: '1' },
    set: { type: 'string', multiple: true, default: ['cius-ro-1.0.9', 'en16931-1.3.16'] },
    speed: { type: 'boolean', default: false },
  },
});

for (const set of values.set as RuleSetName[]) {
  const validator = await officialValidator(set);
  const seed = Number(values.seed);
  const results = [
    ...(values.corpora ? wholeDocuments(validator, set) : []),
    ['requests', compare(requested(Number(values.requests), seed), validator, set)],
    ['mutants', compare(mutants(mutantBases(), Number(values.mutants), seed), validator, set)],
  ] as const;
  for (const [title, result] of results) {
    process.stdout.write(`${report(`${set}, ${title}`, result)}\n`);
    const refused = title === 'requests' && [...result.broken].some(finding => finding.endsWith(' fatal'));
    if (result.agreeing < result.documents || refused) process.exitCode = 1;
  }
}

/** The public corpora, and documents with all errors at once. */
function wholeDocuments(validator: Validator, set: RuleSetName): (readonly [string, Agreement])[] {
  const rich = mutantBases().filter(({ name }) => /Max_content|every field/i.test(name));
  return [
    ['corpora', compare(corpusSpecimens(), validator, set)],
    ['everything wrong', compare(saturated(rich), validator, set)],
  ];
}

if (values.speed) {
  const validator = await officialValidator('cius-ro-1.0.9');
  for (const lines of [2, 50, 500]) process.stdout.write(`${speedLine(measure(validator, lines))}\n`);
}
