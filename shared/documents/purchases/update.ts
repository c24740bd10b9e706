import { updatedEvent } from '#shared/documents/common/changed-fields.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { requireOpenPeriod, withinPeriod } from '#shared/documents/fiscal/period-lock.ts';
import { changeDocument } from '#shared/documents/common/transition.ts';
import { linkOf } from '#shared/documents/credit-notes/links.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import { linked } from '#shared/documents/invoices/received/link.ts';
import { supplierWrites } from '#shared/documents/invoices/received/supplier-stats.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { Company } from '#shared/model/company.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { readPurchaseContext, readPurchaseNumber } from './context.ts';
import type { PurchaseRequest } from './create.ts';
import { purchaseDocument } from './document.ts';
import { renumbered } from './numbers.ts';
import { changeablePurchase } from './standing.ts';
import { newSupplierOf } from './suppliers.ts';
import { entryWarnings } from './warnings.ts';

/**
 * Replaces a purchase that was entered by hand (PUR-10). What has waited for its new number, supplier or date is linked with it, as when it is
 * entered.
 *
 * @throws 404; 409 as `changeablePurchase`, and for a document that the company has already; 422 for what its kind does not allow, and as
 *   `requireOpenPeriod`
 */
export const updatePurchase = (
  loaded: StoredInvoice,
  { company, body, by }: PurchaseRequest,
  commit: Commit<StoredInvoice>,
): Promise<StoredInvoice> =>
  changeDocument(INVOICES, { company: company.id, id: loaded.document.id, loaded }, { commit }, async (current, attempt) => {
    const { document: before } = changeablePurchase(current);
    const [context, was] = await Promise.all([readPurchaseContext(company.id, body), readPurchaseNumber(company.id, before)]);
    const { document: made, warnings } = purchaseDocument(body, context, company, personOf(by));
    const supplier = context.supplier ? undefined : newSupplierOf(made, newId(), made.createdAt);
    const next = replaced(before, supplier ? { ...made, seller: { ...made.seller, id: supplier.id } } : made, company);
    const { free, writes: numbers } = renumbered(was, context.own, next);
    const found = free ? await linked(next, free, undefined) : { document: next, changes: [], events: [], writes: [] };
    const { after, writes: locked } = await requireOpenPeriod({ company, attempt }, { before, after: found.document });
    const counted = await supplierWrites(company.id, before, after, { made: supplier, read: context.supplier });
    const outcome = {
      after,
      event: updatedEvent(before, after, 'Purchase changed', personOf(by)),
      further: found.events.map(({ event }) => event),
      notifications: [invoiceNotification('invoice.updated', after)],
      also: { documents: found.changes, writes: [...numbers, ...found.writes, ...counted] },
      children: { creditNotes: found.changes.map(change => linkOf(change.after)) },
      extras: { warnings: [...warnings, ...entryWarnings(after)] },
    };
    return withinPeriod(outcome, { after, writes: locked });
  });

/** The new content in the place of the old: identity and notes of the company stay, and its registration then where no period says it by day. */
function replaced(before: InvoiceDocument, made: InvoiceDocument, { vatStatus }: Company): InvoiceDocument {
  const { notDue: _, ...kept } = before;
  const { id, version, createdAt, createdBy, internalNote, projectReference, idempotencyKey } = before;
  const { received } = made;
  const entered = vatStatus?.length ? undefined : before.received?.vat?.isPayer;
  const isPayer = entered ?? received?.vat?.isPayer ?? false;
  return {
    ...kept,
    ...made,
    ...{ id, version, createdAt, createdBy, internalNote, projectReference, idempotencyKey },
    ...(received?.vat && { received: { ...received, vat: { ...received.vat, isPayer } } }),
  };
}
