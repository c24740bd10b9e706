import { creditChange, readReversedAmong, settling } from '#shared/documents/credit-notes/credited-invoice.ts';
import { namedInvoices, onlyNamed, ownInvoiceOf } from '#shared/documents/credit-notes/named-invoice.ts';
import {
  answered,
  numberUnchanged,
  numberWrite,
  readNumber,
  type ReceivedNumber,
  withDocument,
} from '#shared/documents/credit-notes/received-numbers.ts';
import type { HeaderChange, Recorded } from '#shared/documents/common/definition.ts';
import { newEvent, SYSTEM } from '#shared/documents/common/timeline.ts';
import type { InvoiceContent } from '#shared/authority/einvoice/ubl/read-content.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { isReversal, isReversedBy } from '#shared/model/amounts/settlement.ts';
import { reversalRate } from '#shared/model/exchange-rate.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import type { Payment } from '#shared/model/payment.ts';
import { referenceTo } from '#shared/model/preceding.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import { readInvoice } from '../read.ts';

/**
 * Links delivered credit notes and negative invoices with the invoices that they name by number, so that they reduce them (SET-35, SET-36):
 * received ones with received invoices, those that another program sent in the company's
 * name with such, and with invoices that the company numbered here. A delivered invoice may come after what takes it back.
 */

/** The number that a document names as its only earlier one. */
interface Named {
  number: ReceivedNumber;
  issueDate: string | null;
  /** Whether the document states VAT in lei, which its own rate gives. */
  isRated: boolean;
  /** The invoice that the company gave this number itself. */
  ownId: string | undefined;
  /** Changes that the same transaction makes to invoices before: by the document whose place this one takes. */
  released?: readonly HeaderChange<Invoice>[];
}

/**
 * What a delivered document names; undefined when it names nothing, or several documents. Up to two parallel reads for a document that takes
 * back, else none.
 */
export async function readNamed(
  company: CompanyId,
  from: { direction: string; partner: string | null },
  content: Pick<InvoiceDocument, 'number' | 'isCreditNote' | 'total' | 'payable' | 'precedingInvoices'> &
    Pick<InvoiceContent, 'exchangeRate'>,
): Promise<Named | undefined> {
  const named = onlyNamed({ parentDocument: null, precedingInvoices: content.precedingInvoices ?? [] });
  // With itself as the earlier document, it takes back nothing.
  if (!named || named.number === content.number || !isReversal(content)) return undefined;
  const [number, ownId] = await Promise.all([
    readNumber(company, { ...from, number: named.number }),
    from.direction === 'outgoing' ? ownInvoiceOf(company, named.number) : undefined,
  ]);
  return { number, issueDate: named.issueDate, isRated: content.exchangeRate !== null, ownId };
}

/** A delivered document, linked; with the changes of other documents, its further timeline entries, and the writes of the numbers. */
interface Linked {
  document: InvoiceDocument;
  changes: HeaderChange<Invoice>[];
  events: Recorded[];
  writes: Write[];
}

/**
 * Links a delivered document with the invoice that it takes back, or with the documents that have waited for it.
 *
 * @param own its number
 * @param payments what was paid of it before, as it is entered
 */
export async function linked(
  document: InvoiceDocument,
  own: ReceivedNumber,
  named: Named | undefined,
  payments: Payment[] = [],
): Promise<Linked> {
  // What was delivered twice counts once: the first of them is linked.
  if (document.received?.duplicateOf)
    return { document, changes: [], events: [], writes: [numberWrite(withDocument(own, document))] };
  return named ? reversalLinked(document, own, named) : invoiceLinked(document, own, payments);
}

async function reversalLinked(document: InvoiceDocument, own: ReceivedNumber, named: Named): Promise<Linked> {
  const { number, issueDate, isRated, released = [] } = named;
  const ownWrite = numberWrite(withDocument(own, document));
  const found = await readReversedAmong(document, namedInvoices(named.ownId, number, issueDate));
  if (!found) {
    const waits = !number.invoices.some(one => issueDate === null || one.issueDate === issueDate);
    const waiting = { ...number, awaiting: [...number.awaiting, { id: document.id, issueDate }] };
    return { document, changes: [], events: [], writes: [ownWrite, waits ? numberWrite(waiting) : numberUnchanged(number)] };
  }
  const parent = { ...found, invoice: released.find(({ before }) => before.id === found.invoice.id)?.after ?? found.invoice };
  const rated = { ...document, ...reversalRate(document, parent.invoice, isRated) };
  const settled = { ...settling(rated, parent), ...referencing(parent.invoice) };
  const change = creditChange(parent, null, settled, SYSTEM);
  return { document: settled, changes: change ? [change] : [], events: [], writes: [ownWrite, numberUnchanged(number)] };
}

async function invoiceLinked(delivered: InvoiceDocument, own: ReceivedNumber, payments: Payment[]): Promise<Linked> {
  const { ids, rest } = isReversal(delivered) ? { ids: [], rest: own } : answered(own, delivered.issueDate);
  const writes = [numberWrite(withDocument(rest, delivered))];
  const waiting = await Promise.all(ids.map(async id => (await readInvoice(delivered.companyId, id))?.document));
  let document = delivered;
  const changes: HeaderChange<Invoice>[] = [];
  const events: Recorded[] = [];
  for (const note of waiting) {
    if (!note || note.settles || !isReversedBy(note, document)) continue;
    const parent = { invoice: document, payments };
    const after = { ...settling(note, parent), ...referencing(document), updatedAt: instant() };
    const credit = creditChange(parent, null, after, SYSTEM);
    if (!credit) continue;
    document = { ...credit.after, lines: delivered.lines };
    events.push(...credit.recorded);
    const event = newEvent('updated', null, `Takes back ${document.number}, which was received after it`, SYSTEM, {
      invoiceId: document.id,
    });
    changes.push({ before: note, after, recorded: [{ event, webhooks: [invoiceNotification('invoice.updated', after)] }] });
  }
  return { document, changes, events, writes };
}

const referencing = (invoice: Invoice) => ({ parentDocumentId: invoice.id, parentDocument: referenceTo(invoice) });
