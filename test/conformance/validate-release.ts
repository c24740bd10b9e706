import type { Compared } from '../../infra/rules/report.ts';
import type { RuleSetName } from '#shared/authority/einvoice/rules/evaluate.ts';
import { mutantBases } from './bases.ts';
import { compare } from './compare.ts';
import { corpusSpecimens } from './corpus.ts';
import { mutants } from './mutants.ts';
import { requested } from './requests.ts';
import { validatorOf } from './verdicts.ts';

/** Documents of valid requests in addition to the mutants: whether a release rejects those matters most. */
const REQUESTS_PER_MUTANT = 0.2;

/** Validates with a stylesheet and with our rules the corpora (where they exist), documents of valid requests, and documents with errors. */
export async function validateRelease(
  stylesheet: string,
  set: RuleSetName,
  { mutants: count, seed }: { mutants: number; seed: number },
): Promise<Compared[]> {
  const validator = await validatorOf(stylesheet, set);
  return [
    { title: 'corpora', ...compare(corpusSpecimens(), validator, set) },
    { title: 'requests', ...compare(requested(Math.ceil(count * REQUESTS_PER_MUTANT), seed), validator, set) },
    { title: 'mutants', ...compare(mutants(mutantBases(), count, seed), validator, set) },
  ];
}
