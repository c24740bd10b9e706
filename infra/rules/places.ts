import { BR_RO } from '../../shared/einvoice/rules/cius-ro/br-ro.ts';
import { BR_RO_LENGTHS } from '../../shared/einvoice/rules/cius-ro/br-ro-lengths.ts';
import { BR, BR_REPEATED } from '../../shared/einvoice/rules/en16931/br.ts';
import { BR_CL } from '../../shared/einvoice/rules/en16931/br-cl.ts';
import { BR_CO, BR_CO_DUE } from '../../shared/einvoice/rules/en16931/br-co.ts';
import { BR_DEC } from '../../shared/einvoice/rules/en16931/br-dec.ts';
import { BR_ISLANDS, BR_SPLIT, BR_VAT } from '../../shared/einvoice/rules/en16931/br-vat.ts';
import type { RuleSetName } from '../../shared/einvoice/rules/evaluate.ts';
import type { Rule } from '../../shared/einvoice/rules/types.ts';
import { UBL_CR } from '../../shared/einvoice/rules/ubl-syntax/ubl-cr.ts';
import { UBL_DT } from '../../shared/einvoice/rules/ubl-syntax/ubl-dt.ts';
import { UBL_SR } from '../../shared/einvoice/rules/ubl-syntax/ubl-sr.ts';

/** Which file a rule stands in, or would. */

const FOLDER = 'shared/einvoice/rules';

/** Where ids are alike in several files, the first of them counts. */
const FILES: readonly (readonly [file: string, rules: readonly Rule[], beside?: string])[] = [
  ['en16931/br.ts', [...BR, ...BR_REPEATED]],
  ['en16931/br-cl.ts', BR_CL, 'code-lists.ts'],
  ['en16931/br-co.ts', [...BR_CO, ...BR_CO_DUE]],
  ['en16931/br-dec.ts', BR_DEC],
  ['en16931/br-vat.ts', [...BR_VAT, ...BR_SPLIT, ...BR_ISLANDS], 'en16931/br-vat-conditions.ts'],
  ['ubl-syntax/ubl-cr.ts', UBL_CR, 'ubl-syntax/unused-document.ts'],
  ['ubl-syntax/ubl-dt.ts', UBL_DT],
  ['ubl-syntax/ubl-sr.ts', UBL_SR],
  ['cius-ro/br-ro.ts', BR_RO],
  ['cius-ro/br-ro-lengths.ts', BR_RO_LENGTHS],
];

/** What the current European rules say otherwise than the base of the authority's. */
const CURRENT = 'current.ts';

/** The files to change for a rule; for an id that we do not have those of the rule whose id begins most like it. Paths from the root. */
export function placesOf(id: string, set: RuleSetName): string[] {
  const nearest = FILES.map(([file, rules, beside]) => ({
    files: [file, ...(beside ? [beside] : [])],
    alike: Math.max(...rules.map(rule => alike(rule.id, id))),
  })).toSorted((a, b) => b.alike - a.alike)[0];
  const files = set === 'en16931-1.3.16' ? [CURRENT, ...(nearest?.files ?? [])] : (nearest?.files ?? []);
  return files.map(file => `${FOLDER}/${file}`);
}

/** How many characters two ids begin with alike, any digit being like any other; the same id is more alike than any other. */
function alike(a: string, b: string): number {
  if (a === b) return Infinity;
  const [one, other] = [a, b].map(id => id.replace(/\d/g, '0')) as [string, string];
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
