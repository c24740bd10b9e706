import { amount, decimal } from '#shared/base/kernel/money.ts';
import type { DocumentLine } from '#shared/model/line.ts';
import { RECEIVED_VAT_CATEGORIES, VAT_CATEGORIES } from '#shared/model/vat/categories.ts';
import { XmlError } from '../../xml/node.ts';
import type { ReadInvoice } from '../read/model.ts';

/** Converts values of a read document to stored form. */

/** Converts an amount of the XML to the sign of stored amounts. */
export type Signed = (stated: string) => string;

/** Credit notes are stored with negative amounts (TAX-51). */
export const signOf =
  ({ root }: ReadInvoice): Signed =>
  stated =>
    amount(root === 'CreditNote' ? decimal(stated).neg() : decimal(stated));

const CATEGORIES = new Map([...VAT_CATEGORIES, ...RECEIVED_VAT_CATEGORIES].map(category => [category as string, category]));

/** @throws {XmlError} if EN 16931 has no such category */
export function knownCategory(code: string): DocumentLine['vatCategoryCode'] {
  const category = CATEGORIES.get(code);
  if (category === undefined) throw new XmlError(`"${code.slice(0, 20)}" is not a VAT category of EN 16931 (UNTDID 5305).`);
  return category;
}

/** The object without its undefined fields. */
export const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;

/** `defined`, or null when nothing is left. */
export function orNull<T extends object>(value: T): T | null {
  const some = defined(value);
  return Object.keys(some).length > 0 ? some : null;
}

/** The list, or undefined when it is empty. */
export const orNone = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);
