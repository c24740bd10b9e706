import { collated } from '../kernel/collate.ts';

/** A tax number as comparisons see it: the prefix `RO` is ignored (completions-documents §14). */
const comparedTaxId = (text: string): string => text.replace(/\s+/g, '').replace(/^ro(?=\d)/, '');

/** The fields that a search looks into. */
export interface SearchedFields<Field extends string> {
  texts: readonly Field[];
  /** Tax numbers are also found without, or with, their prefix. */
  taxIds: readonly Field[];
}

/** Whether a value of each searched field holds the text, whatever its case and diacritics. */
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

/** A number as lists sort it: those of one series as numbers, …-9 before …-10. */
export const paddedNumber = (number: string): string => number.replace(/\d+/g, digits => digits.padStart(15, '0'));
