import { found, validation } from '#shared/base/kernel/errors.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { amount, type Big, decimal, presentNumber, sum } from '#shared/base/kernel/money.ts';
import { newEvent } from '#shared/documents/common/timeline.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import type { PersonRef } from '#shared/model/document.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { HeaderChange } from '#shared/documents/common/definition.ts';
import { type Paid, readPaid } from '#shared/documents/payments/read-paid.ts';
import { balanceOf, isNeverDue, settledBy } from '#shared/model/amounts/payment-state.ts';
import { canBeReversed, creditOf, isReversal, isReversedBy, settledId } from '#shared/model/amounts/settlement.ts';
import { creditedNotDue, notDueTakenBack } from '#shared/model/fiscal/collection.ts';
import { countsFiscally } from '#shared/model/fiscal/projection.ts';
import { negated } from '#shared/model/fiscal/vat-parts.ts';
import { type NamedInvoices, readNamedBy } from './named-invoice.ts';

/** The effect of a credit note, or of another document that reverses an invoice, on that invoice (SET-25 to SET-29). */

export type Parent = Paid;

/** An invoice with its payments. One parallel round trip. @throws 404 when it does not exist; 503 as `readPaid` */
export const readParent = async ({ companyId }: Pick<Invoice, 'companyId'>, id: string): Promise<Parent> =>
  found(await readPaid(companyId, id), 'Parent document');

/** The invoice whose balance a document in force reduces; undefined when it reduces none. @throws as `readParent` */
export async function readSettled(document: Invoice): Promise<Parent | undefined> {
  const id = settledId(document);
  return id === null ? undefined : readParent(document, id);
}

/** The invoice that a credit note credits; undefined for other documents and without parent. @throws as `readParent` */
export const readCredited = async (document: Invoice): Promise<Parent | undefined> =>
  document.isCreditNote && document.parentDocumentId !== null ? readParent(document, document.parentDocumentId) : undefined;

/**
 * The invoice that a draft will reverse once it is issued: the parent of a credit note; for a negative invoice its parent, else the only
 * earlier invoice that it names by number, if the two fit (`isReversedBy`). Up to two round trips for a document that takes back, else none.
 *
 * @throws as `readParent`, for a credit note
 */
export async function readReversed(draft: Invoice): Promise<Parent | undefined> {
  if (draft.isCreditNote) return readCredited(draft);
  if (!isReversal(draft)) return undefined;
  const id = draft.parentDocumentId;
  return readReversedAmong(draft, id === null ? await readNamedBy(draft) : { ids: [id], issueDate: null });
}

/**
 * Of the invoices that a document may name, the one that it takes back. Two programs may give the same number: the date decides between
 * them. One parallel round trip.
 *
 * @throws as `readParent`
 */
export async function readReversedAmong(document: Invoice, { ids, issueDate }: NamedInvoices): Promise<Parent | undefined> {
  const parents = await Promise.all(ids.map(id => readParent(document, id)));
  return parents.find(
    ({ invoice }) => (issueDate === null || invoice.issueDate === issueDate) && isReversedBy(document, invoice),
  );
}

/** @throws 422 when the invoice to be credited is a supplier's, a draft, or cancelled and not in force at the authority either */
export function refuseVoidParent(parent: Invoice): void {
  if (parent.direction === 'incoming')
    throw validation('An invoice received from a supplier can be credited only by the supplier.', {
      parentDocumentId: ['must be an invoice that the company issued'],
    });
  if (canBeReversed(parent)) return;
  throw validation('The credited invoice must be issued and not cancelled.', {
    parentDocumentId: ['must be an issued document'],
    ...{ status: parent.status, reason: 'parent_not_in_force' },
  });
}

/** The document that will reverse an invoice, with the reference to it. Pure. */
export function settling<D extends Invoice>(document: D, { invoice }: Parent): D {
  const unpaid = decimal(invoice.status === 'cancelled' ? balanceOf(invoice) : invoice.balance);
  const credit = creditOf({ ...document, settles: invoice.id });
  const settled = {
    ...document,
    ...(!document.isCreditNote && { settles: invoice.id }),
    settledUnpaid: amount(credit.lt(unpaid) ? credit : unpaid),
  };
  if (!invoice.notDue) return settled;
  // What leaves nothing to be paid takes all that is not due, also of rates that it does not have, as the last payment does: no later payment
  // could make it due. It is more than the unpaid share where a payment was removed after an earlier credit.
  const isLast = credit.gt(0) && credit.gte(unpaid);
  return { ...settled, notDue: isLast ? negated(invoice.notDue) : notDueTakenBack(settled, invoice.notDue) };
}

/**
 * A document in force that reverses an invoice and has changed: what it takes off is decided again, on the invoice without what it took off before.
 *
 * @param parent the invoice as it is now
 */
export function settlingAgain<D extends Invoice>(before: Invoice, after: D, parent: Parent): D {
  const notDue = { was: notDueChange(before, before).was, is: undefined };
  const invoice = credited(parent, creditOf(before).neg(), unpaidOf(before).neg(), notDue);
  return settling(after, { ...parent, invoice });
}

/** The document without the reference of `settling`, and without VAT that is not due, when it returns to draft. Pure. */
export function unsettled<D extends Invoice>(document: D): D {
  const { settles: _, settledUnpaid: __, notDue: ___, ...rest } = document;
  return rest as D;
}

/** The invoice with `credit` added to its credited amount, and its balance computed again. Pure. */
const credited = ({ invoice, payments }: Parent, credit: Big, unpaid: Big, notDue: NotDueChange): Invoice =>
  settledBy(
    {
      ...creditedNotDue(invoice, notDue.was, notDue.is),
      creditedAmount: amount(decimal(invoice.creditedAmount).plus(credit)),
      creditedUnpaid: amount(decimal(invoice.creditedUnpaid).plus(unpaid)),
    },
    payments,
  );

/**
 * The change that a change of a document makes to the invoice that it reverses: credited amount, balance and timeline. Undefined when
 * neither the credited amount nor VAT that is not due changes. The write is conditional on the version read: after a concurrent payment, cancellation or
 * credit note it fails, and the caller decides again.
 */
export function creditChange(
  parent: Parent,
  before: Invoice | null,
  after: Invoice,
  by: PersonRef,
): HeaderChange<Invoice> | undefined {
  const was = before && { credit: creditOf(before), unpaid: unpaidOf(before) };
  const credit = was ? creditOf(after).minus(was.credit) : creditOf(after);
  const unpaid = was ? unpaidOf(after).minus(was.unpaid) : unpaidOf(after);
  const notDue = notDueChange(before, after);
  const isSame = credit.eq(0) && unpaid.eq(0);
  if (isSame && JSON.stringify(notDue.was) === JSON.stringify(notDue.is)) return undefined;
  const changed = { ...credited(parent, credit, unpaid, notDue), updatedAt: instant() };
  // The same amount at other VAT rates: nothing that the timeline of the invoice shows.
  if (credit.eq(0)) return { before: parent.invoice, after: changed, recorded: [] };
  const what = credit.gt(0) ? 'Credited by' : 'No longer credited by';
  const event = newEvent('updated', null, `${what} ${after.number}: ${amount(credit.abs())} ${after.currency}`, by, {
    creditNoteId: after.id,
    creditNoteNumber: after.number,
    amount: presentNumber(credit),
    currency: after.currency,
  });
  const recorded = [{ event, webhooks: [invoiceNotification('invoice.updated', changed)] }];
  return { before: parent.invoice, after: changed, recorded };
}

/**
 * Checks that an invoice, off which a document takes less than before, can still have all of its VAT due.
 *
 * @throws 422 when a later credit was counted as paid, so that nothing would be left to be paid with which VAT would become due again (SET-60)
 */
export function refuseNeverDue(change: HeaderChange<Invoice> | undefined): void {
  if (!change || !isNeverDue(change.after)) return;
  const [was, is] = [change.before, change.after].map(({ notDue = [] }) => sum(notDue.map(({ vat }) => vat)));
  if (!was || !is?.gt(was)) return;
  const { number, status } = change.after;
  throw validation(
    `A later credit of ${number} lowered VAT that was due, because this one had taken off what was not due: cancel the later one first.`,
    { status, reason: 'has_credit_notes' },
  );
}

interface NotDueChange {
  was: Invoice['notDue'];
  is: Invoice['notDue'];
}

/** What a document takes off the VAT of its invoice that is not due. One that the authority still counts goes on to, when it is cancelled. */
const notDueChange = (before: Invoice | null, after: Invoice): NotDueChange => ({
  was: before && countsFiscally(before) ? before.notDue : undefined,
  is: countsFiscally(after) ? after.notDue : undefined,
});

const unpaidOf = (document: Invoice): Big => (creditOf(document).eq(0) ? decimal(0) : decimal(document.settledUnpaid));

/**
 * A change of the credited invoice that only raises its version. When the invoice is cancelled and credited at the same time, one
 * of the two conditional writes fails.
 */
export const claim = (parent: Invoice): HeaderChange<Invoice> => ({ before: parent, after: parent, recorded: [] });
