import { removeChild } from '#shared/documents/common/items.ts';
import { counterWrites } from '#shared/documents/common/counters.ts';
import { type Change, changedDocument, type DocumentType } from '#shared/documents/common/definition.ts';
import { indexKeys } from '#shared/documents/common/list-partitions.ts';
import { linkWrites } from '#shared/documents/credit-notes/links.ts';
import { fiscalWrites } from '#shared/documents/fiscal/entries.ts';
import { goneWrite } from '#shared/documents/lists/gone.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { rowOf } from '#shared/model/invoice-row.ts';
import { KINDS, kindOf } from '#shared/model/kinds.ts';
import { PAYMENTS } from '#shared/documents/payments/store.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { clientCountWrites } from './client-changes/client-counts.ts';
import { INVOICE_DUPLICATES, matchWrites } from './repeated/duplicates.ts';
import { invoicePartitions } from './list/partitions.ts';
import { INVOICE_COUNTERS } from './list/counters.ts';
import { INVOICE_ITEMS, OUTSIDE, type InvoiceParts } from './read.ts';
import { statesOf } from './states.ts';

/** Invoices and credit notes, which are stored in the same way and listed together. */
export const INVOICES: DocumentType<InvoiceParts> = {
  ...INVOICE_ITEMS,
  kindOf,
  row: rowOf,
  indexKeys: invoice => ({ ...indexKeys(KINDS.invoice, invoice), ...supplierIndex(invoice) }),
  chain: { outside: OUTSIDE },
  states: statesOf,
  alongside: changes => [...counterWrites(KINDS.invoice, INVOICE_COUNTERS, changes), ...changes.flatMap(alongsideOne)],
  removedWith: ({ document, payments }) => payments.map(({ id }) => removeChild(PAYMENTS, document.companyId, document.id, id)),
  duplicates: INVOICE_DUPLICATES,
};

/** Received documents are listed by supplier, in the index that lists other documents by client. */
function supplierIndex({ companyId, direction, clientId, seller, issueDate, createdAt, id }: Invoice): Record<string, string> {
  if (direction === 'outgoing' || clientId || !seller.id) return {};
  return { gsi3pk: invoicePartitions.supplier(companyId, seller.id), gsi3sk: `${issueDate}#${createdAt}#${id}` };
}

/**
 * The writes that accompany a change: client counts, links to credit notes, the fiscal projection, match items of drafts, and a tombstone
 * for the list after a removal.
 */
function alongsideOne(change: Change<Invoice>): Write[] {
  const { before, after } = change;
  const { companyId, id } = changedDocument(change);
  return [
    ...clientCountWrites(companyId, before, after),
    ...linkWrites(change),
    ...fiscalWrites(change),
    ...(before && after ? matchWrites(before, after) : []),
    ...(after ? [] : [goneWrite(KINDS.invoice, companyId, id)]),
  ];
}
