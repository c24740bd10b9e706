import { compact, withoutPrefix } from '../identifiers.ts';
import type { Party } from '../party.ts';

/**
 * The check digits of Romanian tax numbers and personal numbers. A wrong one is a typing mistake: a warning, not a refusal, because the
 * authority decides which numbers there are. Pure.
 */

const weighted = (digits: string, weights: string): number =>
  [...digits].reduce((total, digit, place) => total + Number(digit) * Number(weights[place]), 0);

const TAX_NUMBER_WEIGHTS = '753217532';

/** Whether the last of 2 to 10 digits is the check digit of the others. */
function isTaxNumber(digits: string): boolean {
  const body = digits.slice(0, -1).padStart(TAX_NUMBER_WEIGHTS.length, '0');
  return ((weighted(body, TAX_NUMBER_WEIGHTS) * 10) % 11) % 10 === Number(digits.at(-1));
}

const PERSONAL_NUMBER_WEIGHTS = '279146358279';

/** Whether the last of 13 digits is the check digit of the others. */
function isPersonalNumber(digits: string): boolean {
  const rest = weighted(digits.slice(0, -1), PERSONAL_NUMBER_WEIGHTS) % 11;
  return (rest === 10 ? 1 : rest) === Number(digits.at(-1));
}

type Numbers = Pick<Party, 'cif' | 'cnp' | 'vatCode' | 'country'>;

/**
 * What is wrong with the numbers of a client, by the name of the field in its record. Numbers of other countries are not checked.
 */
export function numberProblems({
  cif,
  cnp,
  vatCode,
  country,
}: Numbers): (readonly [field: 'cui' | 'cnp' | 'vatCode', problem: string])[] {
  const isRomanian = country.toUpperCase() === 'RO';
  const problemOf = (number: string | null): string | undefined => {
    const stated = compact(number) ?? '';
    const digits = withoutPrefix(stated);
    if (!isRomanian && digits === stated) return undefined;
    if (/^\d{2,10}$/.test(digits) && !isTaxNumber(digits))
      return `${number} is no Romanian tax number: its check digit is wrong. Look for a typing mistake.`;
    return personalProblem(digits);
  };
  const personalProblem = (digits: string): string | undefined =>
    /^\d{13}$/.test(digits) && !isPersonalNumber(digits)
      ? 'the number is no Romanian personal number: its check digit is wrong. Look for a typing mistake.'
      : undefined;
  const problems = {
    cui: problemOf(cif),
    cnp: personalProblem(compact(cnp) ?? ''),
    vatCode: compact(vatCode) === compact(cif) ? undefined : problemOf(vatCode),
  };
  return (['cui', 'cnp', 'vatCode'] as const).flatMap(field => {
    const problem = problems[field];
    return problem === undefined ? [] : [[field, problem] as const];
  });
}

/** The warnings about the numbers of a client's record. */
export const clientNumberWarnings = (client: Numbers): string[] =>
  numberProblems(client).map(([field, problem]) => `${field}: ${problem}`);

/** The warnings about the numbers of a document's buyer, by the field of the document that names it. */
export const buyerNumberWarnings = ({ client, clientId }: { client: Numbers | null; clientId: string | null }): string[] =>
  client === null
    ? []
    : numberProblems(client).map(([, problem]) => `${clientId === null ? 'receiverCif' : 'clientId'}: ${problem}`);
