import { readVatRates, type VatRate } from '../../catalogue/vat-rates/store.ts';
import { xmlKey } from '../files/xml-key.ts';
import { instant } from '../../kernel/clock.ts';
import { log } from '../../kernel/log.ts';
import { type Client, clientKey } from '../../parties/clients/store.ts';
import { readTask, taskDone } from '../../store/deferred-tasks.ts';
import { getItem, queryRows } from '../../store/read.ts';
import type { CompanyId, Item } from '../../store/table.ts';
import { ConditionFailed, retryOnContention, transact } from '../../store/transact.ts';
import { type ClientChange, clientTask, ifUnchanged, stillNewest } from './task.ts';
import { buyerOf } from '../../documents/drafting.ts';
import { withAmounts } from '../../model/amounts/payable.ts';
import { newEvent } from '../../documents/timeline.ts';
import { invoiceNotification } from '../../webhooks/notification.ts';
import { deferFiles } from '../../documents/files/task.ts';
import { filedInvoice } from '../print/identity.ts';
import type { Invoice, InvoiceDocument } from '../../model/invoice.ts';
import type { DocumentLine } from '../../model/line.ts';
import type { Party } from '../../model/party.ts';
import { changeWrites } from '../../documents/store.ts';
import { INVOICES } from '../store.ts';
import { readInvoice } from '../read.ts';
import { invoicePartitions } from '../list/partitions.ts';
import type { InvoiceRow } from '../../model/invoice-row.ts';
import { settledBy } from '../../model/amounts/payment-state.ts';
import { automaticVat, lineVatFields, vatOfLine } from '../../model/vat/rules.ts';

/**
 * Rewrites a changed client on its documents that the authority does not have and that are of the month of the change
 * (completions-accounts §10): receiver, tax id and VAT treatment; numbered ones have their XML made anew. Documents of earlier months
 * never change. Each document is decided on by itself, so that any process may go on where another one died.
 */

/** A client with the change of it that its documents follow. */
export interface Leading {
  client: Client;
  change: ClientChange;
}

/** Documents rewritten at the same time. */
const AT_ONCE = 4;

/**
 * Rewrites what there is, for the caller who changed the client. What fails, or is not begun within `patience` milliseconds, follows by
 * itself (`completePropagation`).
 *
 * @returns how many documents follow
 */
export async function propagateClientChange(company: CompanyId, leading: Leading, patience: number): Promise<number> {
  const startedAt = performance.now();
  const ids = await candidates(company, leading);
  let following = 0;
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    if (performance.now() - startedAt > patience) return following + ids.length - start;
    const batch = ids.slice(start, start + AT_ONCE);
    const outcomes = await Promise.all(batch.map(id => rewrite(company, id, leading).catch(retriedBySweep(id))));
    following += outcomes.filter(Boolean).length;
  }
  return following;
}

const retriedBySweep = (invoiceId: string) => (error: Error) => {
  log.warn('Document follows its client later', { invoiceId, error: error.name });
  return true;
};

/**
 * Goes through the documents once more, a while after the change: what a dead process left, what the index did not tell yet, and what
 * was drafted at the same moment from the client as it was. Then the task is removed. May run twice, or two at once.
 *
 * @throws when a document cannot be rewritten: the queue will deliver the message again.
 */
export async function completePropagation(company: CompanyId, clientId: string): Promise<void> {
  const leading = await readLeading(company, clientId);
  if (!leading) return;
  const ids = await candidates(company, leading);
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    await Promise.all(ids.slice(start, start + AT_ONCE).map(id => rewrite(company, id, leading)));
  }
  try {
    await transact([taskDone(company, clientTask(company, clientId), ifUnchanged(leading.change))]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error; // Changed again, which left a task of its own.
  }
}

/** The client as it is now, with the change that its documents follow; undefined when all do. */
async function readLeading(company: CompanyId, clientId: string): Promise<Leading | undefined> {
  // In this order: the client is never older than the change that is read.
  const change = await readTask<ClientChange>(company, clientTask(company, clientId));
  // Also one that was deleted meanwhile: what was asked for before is done.
  const client = change && (await getItem<Item & { data: Client }>(clientKey(company, clientId)))?.data;
  return client && { client, change };
}

async function candidates(company: CompanyId, { client, change: { month } }: Leading): Promise<string[]> {
  const partition = invoicePartitions.client(company, client.id);
  const rows = await queryRows<InvoiceRow>('gsi3', { partition, between: [`${month}-01`, `${month}-31#~`] });
  return rows.filter(row => EDITABLE.includes(row.status) && row.direction === 'outgoing').map(row => row.id);
}

const EDITABLE: readonly Invoice['status'][] = ['draft', 'rejected', 'issued'];

/** Whether a document follows changes of its client: nothing of it is at the authority, or it was sent back. */
const follows = (document: Invoice): boolean =>
  EDITABLE.includes(document.status) &&
  document.submission === null &&
  (document.status !== 'issued' || document.taxauthUploadIndex === null);

/** What documents follow. The VAT treatment goes with it. */
const FOLLOWED = [
  'name',
  'cif',
  'cnp',
  'sendPersonalNumber',
  'vatCode',
  'isVatPayer',
  'country',
] as const satisfies (keyof Party)[];

/** Whether a document names its client as it is now. Pure. */
function isAsNow({ client: copy }: Invoice, client: Client): boolean {
  if (!copy) return false;
  // Documents that were written before the personal number could be left out lack the field.
  const { sendPersonalNumber = false } = copy;
  const before = { ...copy, sendPersonalNumber };
  const now = buyerOf(client);
  return FOLLOWED.every(field => before[field] === now[field]);
}

/**
 * Rewrites one document, if it follows and does not say so already. Conditional on the document's version, and on the change being the
 * newest: of two changes at once the later one stands on every document, in whatever order the two are written.
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
    if (before.clientId !== client.id || !follows(before) || isAsNow(before, client)) return false;
    const rates = before.autoVat ? await readVatRates(company) : [];
    const changed = settledBy(withClient(before, client, rates), stored.payments);
    const numbered = before.status !== 'draft';
    const after: InvoiceDocument = {
      ...changed,
      updatedAt: instant(),
      ...(numbered && { xmlPath: xmlKey(before, before.version + 1), pdfPath: null }),
    };
    const event = newEvent('updated', null, `Client changed: ${client.name}`, change.by, { clientId: client.id });
    const recorded = [{ event, webhooks: [invoiceNotification('invoice.updated', after)] }];
    await transact([
      ...changeWrites(INVOICES, { before, after, recorded }),
      ...(numbered ? [deferFiles(filedInvoice(after))] : []),
      stillNewest(company, client.id, change),
    ]);
    return true;
  });
}

/** The document with the client as it is now, and with the VAT that goes with it where VAT follows the client. Pure. */
export function withClient(document: InvoiceDocument, client: Client, rates: readonly VatRate[]): InvoiceDocument {
  const next = { ...document, client: buyerOf(client) };
  if (!document.autoVat) return next;
  const vat = automaticVat(client) ?? vatOfLine({}, rates, document.seller.isVatPayer);
  if (!vat) return next;
  const lines: DocumentLine[] = document.lines.map(line => ({ ...line, ...lineVatFields(vat) }));
  return withAmounts({ ...next, lines });
}
