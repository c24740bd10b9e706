import { readVatRates, type VatRate } from '#shared/records/catalogue/vat-rates/store.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { log } from '#shared/base/kernel/log.ts';
import { buyerOf, isSameBuyer } from '#shared/records/parties/clients/buyer.ts';
import { type Client, type ClientItem, clientKey } from '#shared/records/parties/clients/store.ts';
import { readTask, taskDone } from '#shared/platform/store/deferred-tasks.ts';
import { unlessDamaged } from '#shared/platform/store/packing/damaged.ts';
import { getItem, queryRows } from '#shared/platform/store/read.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { ConditionFailed, retryOnContention, transact } from '#shared/platform/store/transact.ts';
import { type ClientChange, clientTask, ifUnchanged, stillNewest } from './task.ts';
import { withAmounts } from '#shared/model/amounts/payable.ts';
import { updatedEvent } from '#shared/documents/common/changed-fields.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { DocumentLine } from '#shared/model/line.ts';
import { changeWrites } from '#shared/documents/common/store.ts';
import { INVOICES } from '../store.ts';
import { readInvoice } from '../read.ts';
import { invoicePartitions } from '../list/partitions.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';
import { settledBy } from '#shared/model/amounts/payment-state.ts';
import { automaticVat, awaitsRegister, lineVatFields, vatOfLine } from '#shared/model/vat/rules.ts';

/**
 * Propagates a change of a client to its drafts of the month of the change (REC-19):
 * receiver, tax id and VAT treatment. An issued document keeps the buyer that it was issued with, and so do drafts of other months.
 * Each draft is rewritten in a transaction of its own, so that any process can continue where another one died.
 */

/** A changed client, with the change that its documents take over. */
export interface Leading {
  client: Client;
  change: ClientChange;
}

export interface Propagated {
  /** How many drafts were or will be rewritten. */
  updated: number;
  /** How many documents in force of the month keep their buyer. */
  kept: number;
}

/** Number of documents that are rewritten in parallel. */
const AT_ONCE = 4;

/**
 * Rewrites the drafts within the request that changed the client. Drafts that fail, or are not begun within `patience`
 * milliseconds, are rewritten later by `completePropagation`.
 *
 * @param found the client's documents, which may have been found before the client was changed
 */
export async function propagateClientChange(
  company: CompanyId,
  leading: Leading,
  { drafts, kept }: DocumentsOfMonth,
  patience: number,
): Promise<Propagated> {
  const startedAt = performance.now();
  let updated = 0;
  for (let start = 0; start < drafts.length; start += AT_ONCE) {
    if (performance.now() - startedAt > patience) return { updated: updated + drafts.length - start, kept };
    const batch = drafts.slice(start, start + AT_ONCE);
    const outcomes = await Promise.all(batch.map(id => rewrite(company, id, leading).catch(retriedBySweep(id))));
    updated += outcomes.filter(Boolean).length;
  }
  return { updated, kept };
}

const retriedBySweep = (invoiceId: string) => (error: Error) => {
  log.warn('Document could not take over its changed client yet; a deferred task tries again', { invoiceId, error: error.name });
  return true;
};

/**
 * Rewrites the remaining documents some time after the change: those that a dead process left, that the index did not list yet (it
 * is eventually consistent), or that were drafted concurrently from the old client. Then it removes the task. Idempotent, also when
 * two run at once.
 *
 * @throws when a document cannot be rewritten: the queue then delivers the message again; one that cannot be read is reported and left out
 */
export async function completePropagation(company: CompanyId, clientId: string): Promise<void> {
  const leading = await readLeading(company, clientId);
  if (!leading) return;
  const { drafts } = await documentsOfMonth(company, leading);
  for (let start = 0; start < drafts.length; start += AT_ONCE) {
    await Promise.all(drafts.slice(start, start + AT_ONCE).map(id => unlessDamaged(id, rewrite(company, id, leading))));
  }
  try {
    await transact([taskDone(company, clientTask(company, clientId), ifUnchanged(leading.change))]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error; // The client was changed again, which wrote a new task.
  }
}

/**
 * The client as it is now, with the change that its documents take over; undefined when none is pending. Two reads, one after the
 * other.
 */
async function readLeading(company: CompanyId, clientId: string): Promise<Leading | undefined> {
  // In this order: the client is never older than the change that is read.
  const change = await readTask<ClientChange>(company, clientTask(company, clientId));
  // A client that was deleted since is read too: the change that was requested before is still applied.
  const client = change && (await getItem<ClientItem>(clientKey(company, clientId)))?.row.record;
  return client && { client, change };
}

/** The ids of the client's drafts in the month of the change, and the number of its documents in force, which keep their buyer. */
export interface DocumentsOfMonth {
  drafts: string[];
  kept: number;
}

/** One query. */
export async function documentsOfMonth(company: CompanyId, { client, change: { month } }: Leading): Promise<DocumentsOfMonth> {
  const partition = invoicePartitions.client(company, client.id);
  const rows = await queryRows<InvoiceRow>('gsi3', { partition, between: [`${month}-01`, `${month}-31#~`] });
  const own = rows.filter(row => row.direction === 'outgoing');
  return { drafts: own.filter(isDraft).map(row => row.id), kept: own.filter(row => !isDraft(row) && !isVoid(row)).length };
}

const isDraft = ({ status }: Pick<InvoiceRow, 'status'>): boolean => status === 'draft';

/** A document that the authority has validated still counts there when it is cancelled here. */
const isVoid = ({ status, taxauthStatus }: InvoiceRow): boolean => status === 'cancelled' && taxauthStatus !== 'validated';

/**
 * Rewrites one document, if it is a draft and does not have the change yet. Conditional on the version of the document, and
 * on the change being the newest of the client: after two concurrent changes, every document has the later one, in whatever order
 * they ran.
 *
 * @returns whether it was rewritten
 */
function rewrite(company: CompanyId, id: string, first: Leading): Promise<boolean> {
  return retryOnContention(async attempt => {
    const leading = attempt === 0 ? first : await readLeading(company, first.client.id);
    const stored = leading && (await readInvoice(company, id));
    if (!stored) return false;
    const { client, change } = leading;
    const before = stored.document;
    if (before.clientId !== client.id || !isDraft(before)) return false;
    if (before.client && isSameBuyer(before.client, buyerOf(client))) return false;
    const rates = before.autoVat ? await readVatRates(company) : [];
    const changed = settledBy(withClient(before, client, rates), stored.payments);
    const after: InvoiceDocument = { ...changed, updatedAt: instant() };
    const event = updatedEvent(before, after, `Client changed: ${client.name}`, change.by, { clientId: client.id });
    const recorded = [{ event, webhooks: [invoiceNotification('invoice.updated', after)] }];
    await transact([...changeWrites(INVOICES, { before, after, recorded }), stillNewest(company, client.id, change)]);
    return true;
  });
}

/** The document with the client as it is now, and with the VAT for that client if `autoApplyVatRules` set its VAT. Pure. */
export function withClient(document: InvoiceDocument, client: Client, rates: readonly VatRate[]): InvoiceDocument {
  const next = { ...document, client: buyerOf(client) };
  if (!document.autoVat || awaitsRegister(client)) return next;
  const usual = vatOfLine({}, rates, document.seller.isVatPayer);
  const lines: DocumentLine[] = document.lines.map(line => {
    const vat = automaticVat(client, line.kind) ?? usual;
    return vat ? { ...line, ...lineVatFields(vat) } : line;
  });
  return withAmounts({ ...next, lines });
}
