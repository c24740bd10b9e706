import { amount, Big, decimal } from '#shared/base/kernel/money.ts';
import { compact, withoutPrefix } from '../identifiers.ts';
import type { Invoice } from '../invoice.ts';
import { type Owed, owedOf } from './owed.ts';

/**
 * What settles what (SET-24 to SET-29): credit notes and documents with a negative total reduce the balance of the
 * invoice that they name. The same for documents that the company issued and for received ones. Pure.
 */

/** Whether a document is in force: issued, and not cancelled. */
export const inForce = ({ status }: Pick<Invoice, 'status'>): boolean => status !== 'draft' && status !== 'cancelled';

/** Whether a document takes back what another one charged: a credit note, or one with a negative amount to pay. */
export const isReversal = (document: Owed & Pick<Invoice, 'isCreditNote'>): boolean =>
  document.isCreditNote || decimal(owedOf(document)).lt(0);

/** Whether an invoice may be reversed: it is in force here, or at the authority, which has validated it before it was cancelled. */
export const canBeReversed = (invoice: Pick<Invoice, 'status' | 'taxauthStatus'>): boolean =>
  inForce(invoice) || (invoice.status === 'cancelled' && invoice.taxauthStatus === 'validated');

/** The id of the invoice whose balance a document reduces; null when it reduces none. */
export const settledId = ({
  settles,
  isCreditNote,
  parentDocumentId,
}: Pick<Invoice, 'settles' | 'isCreditNote' | 'parentDocumentId'>): string | null =>
  settles ?? (isCreditNote ? parentDocumentId : null);

/** The amount that a document takes off the invoice that it reverses: positive, or 0 when it takes off nothing. */
export const creditOf = (document: Invoice): Big =>
  inForce(document) && settledId(document) !== null ? takenBack(document) : new Big(0);

/** The amount that a document takes back: positive, or 0 when there is something to pay on it. */
export const takenBack = (document: Owed): Big => {
  const owed = decimal(owedOf(document));
  return owed.lt(0) ? owed.abs() : new Big(0);
};

/**
 * Whether a document reverses an invoice that it names: both are of one partner, direction and currency, and the invoice charges.
 *
 * @param named the invoice that it names
 */
export function isReversedBy(reversal: Invoice, named: Invoice): boolean {
  return (
    named.id !== reversal.id &&
    named.direction === reversal.direction &&
    !isReversal(named) &&
    canBeReversed(named) &&
    named.currency === reversal.currency &&
    isSamePartner(partnerOf(named), partnerOf(reversal))
  );
}

/** The client of a document that the company issued; the supplier of a received one. */
function partnerOf({ direction, clientId, seller, client }: Invoice) {
  const party = direction === 'incoming' && clientId === null ? seller : client;
  const number = compact(party?.cif ?? party?.vatCode ?? null);
  return { id: clientId ?? party?.id ?? null, numberOrName: number === null ? party?.name : withoutPrefix(number) };
}

/** Compares by record where both documents have one, else by tax number, or name without one: a record may be made after a document. */
const isSamePartner = (one: ReturnType<typeof partnerOf>, other: ReturnType<typeof partnerOf>): boolean =>
  one.id !== null && other.id !== null ? one.id === other.id : one.numberOrName === other.numberOrName;

/**
 * What is owed back on an invoice: the smaller of what was paid, and what payments and credits exceed the amount to pay by. Rounding
 * among credits alone is never owed back.
 */
export function refundDueOf(invoice: Owed & Pick<Invoice, 'status' | 'amountPaid' | 'creditedAmount'>): string {
  if (invoice.status === 'draft') return '0.00';
  const paid = decimal(invoice.amountPaid);
  const excess = paid.plus(invoice.creditedAmount).minus(owedOf(invoice));
  const due = excess.lt(paid) ? excess : paid;
  return amount(due.gt(0) ? due : new Big(0));
}
