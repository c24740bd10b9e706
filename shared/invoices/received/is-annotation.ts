import { type FieldErrors, invalidFields } from '../../kernel/errors.ts';
import type { Booking, Invoice } from '../../model/invoice.ts';

/** What a company may note on a document that the tax authority delivered; all else is as its XML states it. */
const TEXTS = ['internalNote', 'projectReference'] as const;

/** For the books; on received documents alone. */
const BOOKING = [
  'expenseCategory',
  'expenseAccount',
  'vatDeductiblePercent',
  'receivedDate',
] as const satisfies (keyof Booking)[];

const NOTES: readonly string[] = [...TEXTS, ...BOOKING];

export type Notes = { [Field in (typeof TEXTS)[number] | (typeof BOOKING)[number]]?: string | null | undefined };

const namedIn = (change: object | undefined): string[] =>
  Object.entries(change ?? {}).flatMap(([field, value]) => (value === undefined ? [] : [field]));

/** Whether a change of a document is of nothing but what may be noted on a received one. Pure. */
export function isAnnotation({ status }: Pick<Invoice, 'status'>, change: object | undefined): change is Notes {
  const named = namedIn(change);
  return status === 'synced' && named.length > 0 && named.every(field => NOTES.includes(field));
}

/** @throws 422 for notes for the books on a document that was not received */
export function refuseBooking(change: object): void {
  const named = namedIn(change).filter(field => (BOOKING as readonly string[]).includes(field));
  if (named.length === 0) return;
  throw invalidFields(
    Object.fromEntries(named.map(field => [field, ['is for received documents alone: leave it out']])) satisfies FieldErrors,
  );
}
