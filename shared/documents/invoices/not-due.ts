import type { Report } from '#shared/documents/common/draft-rules.ts';
import { type Parent, settlingAgain } from '#shared/documents/credit-notes/credited-invoice.ts';
import { paymentEntryWrite } from '#shared/documents/fiscal/entries.ts';
import { movedCash } from '#shared/documents/payments/cash/day.ts';
import { invalidFields } from '#shared/base/kernel/errors.ts';
import { compare } from '#shared/base/kernel/collate.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import { sortedJson } from '#shared/base/kernel/records.ts';
import { fiscalTotals } from '#shared/model/amounts/owed.ts';
import { takenBack } from '#shared/model/amounts/settlement.ts';
import { vatPartsOf } from '#shared/model/fiscal/amounts.ts';
import { notDueAtFirst } from '#shared/model/fiscal/collection.ts';
import { paymentEntryOf } from '#shared/model/fiscal/projection.ts';
import type { VatParts } from '#shared/model/fiscal/vat-parts.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import type { Payment } from '#shared/model/payment.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import type { StoredInvoice } from './read.ts';

/** VAT that is not due yet (VAT on collection), and entries of payments, of an invoice in force whose content changes (INV-119). Pure. */

/** Whether payments or credits may have taken from what is not due. A credit note that the authority still counts does so after its cancellation too. */
export const isSettled = ({ document, payments, creditNotes }: StoredInvoice): boolean =>
  payments.length > 0 || !decimal(document.creditedAmount).eq(0) || creditNotes.some(({ validated }) => validated);

/**
 * Reports each field by which the VAT that is not due would be another one than that of which payments and credits have taken their shares.
 *
 * @param after as the request leaves it, in force as before, with payments or credits
 */
export function refuseOtherVat(before: InvoiceDocument, after: InvoiceDocument, report: Report): void {
  if (!before.notDue && !notDueAtFirst(before) && !notDueAtFirst(after)) return;
  if (sharedOut(before) === sharedOut(after)) return;
  for (const field of ['tvaLaIncasare', 'exchangeRate', 'lines', 'ublExtensions'] as const)
    if (stated(before, field) !== stated(after, field))
      report(
        field,
        'must stay the same under VAT on collection after payments and credits, which have made a part of its VAT due: remove them first',
      );
}

/** What payments and credits take their shares of, and by what. The order of lines, from which that of the parts is, does not matter. */
const sharedOut = (document: InvoiceDocument): string => {
  const { total, payable } = fiscalTotals(document);
  return JSON.stringify([ordered(notDueAtFirst(document) ?? []), total, payable]);
};

/** What a document that takes back takes off: its amount to pay, and its parts. */
const contentOf = (document: InvoiceDocument): string => JSON.stringify([takenBack(document), ordered(vatPartsOf(document))]);

const ordered = (parts: readonly VatParts[]): VatParts[] =>
  parts.toSorted((a, b) => compare(a.category, b.category) || decimal(a.rate).cmp(b.rate));

/** Lines that are sent again have new ids, whether or not they are others. */
const stated = (document: InvoiceDocument, field: 'tvaLaIncasare' | 'exchangeRate' | 'lines' | 'ublExtensions'): string =>
  sortedJson(field === 'lines' ? document.lines.map(({ id: _, ...line }) => line) : document[field]);

/**
 * A changed invoice in force with the VAT that is not due by its new content; one with payments or credits keeps its own, which `refuseOtherVat`
 * has compared.
 *
 * @param parent the invoice that it takes back from, with what it takes off there so far
 */
export function withNotDue(stored: StoredInvoice, after: InvoiceDocument, parent: Parent | undefined): InvoiceDocument {
  const { document: before } = stored;
  // By the same content it takes off the same, whatever has been paid since.
  if (parent) return contentOf(before) === contentOf(after) ? after : settlingAgain(before, after, parent);
  if (before.status === 'draft' || isSettled(stored)) return after;
  const { notDue: _, ...rest } = after;
  const notDue = notDueAtFirst(rest);
  return notDue ? { ...rest, notDue } : rest;
}

/** What of a transaction (100 items) payments may take; document, lines, timeline, lists and webhooks take the rest. */
const MOST_WRITES = 70;

/**
 * The writes that keep payments as the changed invoice has them: the cash of their days, and once it is in force their fiscal entries.
 *
 * @throws 422 on `exchangeRate` when so many payments are recorded that they do not fit into one transaction
 */
export function movedPayments(before: Invoice, after: Invoice, payments: readonly Payment[]): Write[] {
  const shown = (document: Invoice, payment: Payment): string => JSON.stringify(paymentEntryOf(document, payment));
  const changed = before.status === 'draft' ? [] : payments.filter(one => shown(before, one) !== shown(after, one));
  const writes = [...movedCash(before, after, payments), ...changed.map(payment => paymentEntryWrite(after, payment))];
  if (writes.length > MOST_WRITES)
    throw invalidFields({ exchangeRate: ['must stay the same, because too many payments are recorded: remove some first'] });
  return writes;
}
