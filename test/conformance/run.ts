import { parseArgs } from 'node:util';
import type { RuleSetName } from '../../shared/einvoice/rules/evaluate.ts';
import { mutantBases } from './bases.ts';
import { compare, report } from './compare.ts';
import { corpusSpecimens } from './corpus.ts';
import { mutants, saturated } from './mutants.ts';
import { measure, speedLine } from './speed.ts';
import { officialJudge } from './verdicts.ts';

/**
 * The whole comparison with the official rule sets: `node test/conformance/run.ts [--mutants 10000] [--seed 1]
 * [--set cius-ro-1.0.9] [--speed]`. Exits with 1 on any disagreement. Verdicts are kept, so a second run takes seconds.
 */
const { values } = parseArgs({
  options: {
    mutants: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    set: { type: 'string', multiple: true, default: ['cius-ro-1.0.9', 'en16931-1.3.16'] },
    speed: { type: 'boolean', default: false },
  },
});

for (const set of values.set as RuleSetName[]) {
  const judge = await officialJudge(set);
  const rich = mutantBases().filter(({ name }) => /Max_content|every field/i.test(name));
  const results = [
    ['corpora', compare(corpusSpecimens(), judge, set)],
    ['everything wrong', compare(saturated(rich), judge, set)],
    ['mutants', compare(mutants(mutantBases(), Number(values.mutants), Number(values.seed)), judge, set)],
  ] as const;
  for (const [title, result] of results) {
    process.stdout.write(`${report(`${set}, ${title}`, result)}\n`);
    if (result.agreeing < result.documents) process.exitCode = 1;
  }
}
if (values.speed) {
  const judge = await officialJudge('cius-ro-1.0.9');
  for (const lines of [2, 50, 500]) process.stdout.write(`${speedLine(measure(judge, lines))}\n`);
}
