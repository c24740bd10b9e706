import { collated } from '#shared/base/kernel/collate.ts';

/** A tax number for comparison, without spaces and the prefix `RO` (REQ-28). */
const comparedTaxId = (text: string): string => text.replace(/\s+/g, '').replace(/^ro(?=\d)/, '');

/** The fields that a search covers. */
export interface SearchedFields<Field extends string> {
  texts: readonly Field[];
  /** Tax numbers, which match with or without the prefix `RO`. */
  taxIds: readonly Field[];
}

/** For each searched field, a test whether a value contains the text. Case and diacritics are ignored. */
export function searchesIn<Field extends string>(
  text: string,
  { texts, taxIds }: SearchedFields<Field>,
): { field: Field; holds: (value: unknown) => boolean }[] {
  const wanted = collated(text);
  const taxId = comparedTaxId(wanted);
  const holds = (value: unknown): boolean => typeof value === 'string' && collated(value).includes(wanted);
  const holdsTaxId = (value: unknown): boolean =>
    holds(value) || (typeof value === 'string' && comparedTaxId(collated(value)).includes(taxId));
  return [...texts.map(field => ({ field, holds })), ...taxIds.map(field => ({ field, holds: holdsTaxId }))];
}

/** The sort key of a document number: digits are padded, so that …-9 sorts before …-10. */
export const paddedNumber = (number: string): string => number.replace(/\d+/g, digits => digits.padStart(15, '0'));
