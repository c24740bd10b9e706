import { removeChild } from '../documents/items.ts';
import { counterWrites } from '../documents/counters.ts';
import type { Change, DocumentType } from '../documents/definition.ts';
import { indexKeys } from '../documents/list-partitions.ts';
import { linkWrites } from '../credit-notes/links.ts';
import { goneWrite } from '../lists/gone.ts';
import type { Invoice } from '../model/invoice.ts';
import { rowOf } from '../model/invoice-row.ts';
import { KINDS, kindOf } from '../model/kinds.ts';
import { PAYMENTS } from '../payments/store.ts';
import { companyScope } from '../store/table.ts';
import type { Write } from '../store/transact.ts';
import { clientCountWrites } from './client-changes/client-counts.ts';
import { INVOICE_DUPLICATES, matchWrites } from './duplicates.ts';
import { invoicePartitions } from './list/partitions.ts';
import { INVOICE_COUNTERS } from './list/counters.ts';
import { INVOICE_ITEMS, OUTSIDE, type StoredInvoice } from './read.ts';
import { statesOf } from './states.ts';

/** Invoices and credit notes, which are stored in the same way and listed together. */
export const INVOICES: DocumentType<Invoice, StoredInvoice> = {
  ...INVOICE_ITEMS,
  kindOf,
  row: rowOf,
  indexKeys: invoice => ({ ...indexKeys(KINDS.invoice, invoice), ...supplierIndex(invoice) }),
  chain: { outside: OUTSIDE },
  states: statesOf,
  alongside: changes => [...counterWrites(KINDS.invoice, INVOICE_COUNTERS, changes), ...changes.flatMap(alongsideOne)],
  removedWith: ({ document, payments }) =>
    payments.map(({ id }) => removeChild(PAYMENTS, companyScope(document.companyId), document.id, id)),
  duplicates: INVOICE_DUPLICATES,
};

/** Received documents are listed by supplier, in the index that lists other documents by client. */
function supplierIndex({ companyId, direction, clientId, seller, issueDate, createdAt, id }: Invoice): Record<string, string> {
  if (direction === 'outgoing' || clientId || !seller.id) return {};
  return { gsi3pk: invoicePartitions.supplier(companyId, seller.id), gsi3sk: `${issueDate}#${createdAt}#${id}` };
}

/**
 * The writes that accompany a change: client counts, links to credit notes, match items of drafts, and a tombstone for the list
 * after a removal.
 */
function alongsideOne({ before, after }: Change<Invoice>): Write[] {
  const { companyId = '', id = '' } = after ?? before ?? {};
  return [
    ...clientCountWrites(companyId, before, after),
    ...linkWrites(before, after),
    ...(before && after ? matchWrites(before, after) : []),
    ...(after ? [] : [goneWrite(KINDS.invoice, companyScope(companyId), id)]),
  ];
}
