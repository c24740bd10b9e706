import { type FieldErrors, invalidFields } from '#shared/base/kernel/errors.ts';
import type { Booking, Invoice } from '#shared/model/invoice.ts';
import type { MetadataChange } from '#shared/model/callers-data/metadata.ts';

/** Text fields that may be changed on a document that the tax authority delivered; the rest is fixed by its XML. */
const TEXTS = ['internalNote', 'projectReference'] as const;

/** Bookkeeping fields, which only received documents have. */
const BOOKING = [
  'expenseCategory',
  'expenseAccount',
  'vatDeductiblePercent',
  'selfAssessedRate',
  'receivedDate',
] as const satisfies (keyof Booking)[];

/** The rate is not in its XML (TAX-67). */
const NOTES: readonly string[] = [...TEXTS, ...BOOKING, 'metadata', 'exchangeRate'];

type Texts = (typeof TEXTS)[number] | (typeof BOOKING)[number] | 'exchangeRate';

export type Notes = { [Field in Texts]?: string | null | undefined } & {
  metadata?: MetadataChange;
};

const namedIn = (change: object | undefined): string[] =>
  Object.entries(change ?? {}).flatMap(([field, value]) => (value === undefined ? [] : [field]));

/** Whether the document is a received one, and the body changes only fields that may be changed on it. Pure. */
export function isAnnotation({ status }: Pick<Invoice, 'status'>, change: object | undefined): change is Notes {
  const named = namedIn(change);
  return status === 'synced' && named.length > 0 && named.every(field => NOTES.includes(field));
}

/** Refuses bookkeeping fields on a document that was not received. @throws 422 by field, when the body has any */
export function refuseBooking(change: object): void {
  const named = namedIn(change).filter(field => (BOOKING as readonly string[]).includes(field));
  if (named.length === 0) return;
  throw invalidFields(
    Object.fromEntries(
      named.map(field => [field, ['is allowed on received documents only: leave it out']]),
    ) satisfies FieldErrors,
  );
}
