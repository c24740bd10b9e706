import { BR_RO } from '#shared/authority/einvoice/rules/cius-ro/br-ro.ts';
import { BR_RO_LENGTHS } from '#shared/authority/einvoice/rules/cius-ro/br-ro-lengths.ts';
import { BR, BR_REPEATED } from '#shared/authority/einvoice/rules/en16931/br.ts';
import { BR_CL } from '#shared/authority/einvoice/rules/en16931/br-cl.ts';
import { BR_CO, BR_CO_DUE } from '#shared/authority/einvoice/rules/en16931/br-co.ts';
import { BR_DEC } from '#shared/authority/einvoice/rules/en16931/br-dec.ts';
import { BR_ISLANDS, BR_SPLIT, BR_VAT } from '#shared/authority/einvoice/rules/en16931/br-vat.ts';
import type { RuleSetName } from '#shared/authority/einvoice/rules/evaluate.ts';
import type { Rule } from '#shared/authority/einvoice/rules/types.ts';
import { UBL_CR } from '#shared/authority/einvoice/rules/ubl-syntax/ubl-cr.ts';
import { UBL_DT } from '#shared/authority/einvoice/rules/ubl-syntax/ubl-dt.ts';
import { UBL_SR } from '#shared/authority/einvoice/rules/ubl-syntax/ubl-sr.ts';

/** Finds the source file for a rule of ours, or for a new rule. */

const FOLDER = 'shared/authority/einvoice/rules';

/**
 * The files with our rules. When ids of several files are equally similar, the first file is used. `beside`: a file that may change
 * too.
 */
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

/** The file for rules in which the current EN 16931 release differs from the older one that CIUS-RO is based on. */
const CURRENT = 'current.ts';

/**
 * The files to change for a rule; for an unknown id, the files of the rule with the longest common prefix. Paths from the
 * repository's root.
 */
export function placesOf(id: string, set: RuleSetName): string[] {
  const nearest = FILES.map(([file, rules, beside]) => ({
    files: [file, ...(beside ? [beside] : [])],
    alike: Math.max(...rules.map(rule => alike(rule.id, id))),
  })).toSorted((a, b) => b.alike - a.alike)[0];
  const files = set === 'en16931-1.3.16' ? [CURRENT, ...(nearest?.files ?? [])] : (nearest?.files ?? []);
  return files.map(file => `${FOLDER}/${file}`);
}

/** Length of the common prefix of two ids, where any two digits are equal; Infinity for the same id. */
function alike(a: string, b: string): number {
  if (a === b) return Infinity;
  const [one, other] = [a, b].map(id => id.replace(/\d/g, '0')) as [string, string];
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
