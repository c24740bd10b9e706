import type { Actor } from '#shared/platform/access/model.ts';
import { newEvent, personOf } from '#shared/documents/common/timeline.ts';
import { createWrites } from '#shared/documents/common/store.ts';
import { requireOpenPeriod } from '#shared/documents/fiscal/period-lock.ts';
import { readByKey } from '#shared/documents/invoices/create.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import { idempotencyKeyWrite } from '#shared/documents/invoices/repeated/duplicates.ts';
import { ofSameKind } from '#shared/documents/invoices/repeated/kind-of-key.ts';
import { linked } from '#shared/documents/invoices/received/link.ts';
import { supplierWrites } from '#shared/documents/invoices/received/supplier-stats.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import type { Company } from '#shared/model/company.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import { readPurchaseContext } from './context.ts';
import { type MadePurchase, purchaseDocument } from './document.ts';
import type { PurchaseBody } from './input.ts';
import { refuseDuplicate } from './numbers.ts';
import { entryWarnings } from './warnings.ts';
import { newSupplierOf } from './suppliers.ts';

export interface PurchaseRequest {
  company: Company;
  body: PurchaseBody;
  by: Actor;
}

/** What a request would make, without writing anything. @throws as `createPurchase` */
export async function plannedPurchase({ company, body, by }: PurchaseRequest) {
  const context = await readPurchaseContext(company.id, body);
  const made: MadePurchase = purchaseDocument(body, context, company, personOf(by));
  refuseDuplicate(context.own, made.document);
  const { after } = await requireOpenPeriod({ company, attempt: 0 }, { before: null, after: made.document });
  return { ...made, warnings: [...made.warnings, ...entryWarnings(after)], context };
}

/**
 * Enters a purchase, in one transaction with its supplier, which is found by its tax number or made. A repeated `idempotencyKey` returns the
 * purchase of the first request.
 *
 * @throws 404 for an unknown supplier; 409 for a document that the company has already; 422 for what its kind does not allow, and for the key of
 *   an invoice or credit note
 */
export const createPurchase = (request: PurchaseRequest, commit: Commit<StoredInvoice>): Promise<StoredInvoice> =>
  retryOnContention(async attempt => {
    const { company, body, by } = request;
    const { idempotencyKey } = body;
    const existing = idempotencyKey ? await readByKey(company.id, idempotencyKey) : undefined;
    if (existing) return ofSameKind(existing, 'purchase');
    const context = await readPurchaseContext(company.id, body);
    const { document: planned, warnings } = purchaseDocument(body, context, company, personOf(by));
    refuseDuplicate(context.own, planned);
    const made = context.supplier ? undefined : newSupplierOf(planned, newId(), instant());
    const entered = made ? { ...planned, seller: { ...planned.seller, id: made.id } } : planned;
    const { document: found, changes, events, writes } = await linked(entered, context.own, undefined);
    const { after: document, writes: locked } = await requireOpenPeriod({ company, attempt }, { before: null, after: found });
    const event = newEvent('created', 'synced', 'Purchase entered by hand', personOf(by), { kind: body.kind });
    const recorded = [{ event, webhooks: [invoiceNotification('invoice.created', document)] }, ...events];
    const stored = {
      ...{ document, events: recorded.map(one => one.event).reverse(), payments: [], creditNotes: [] },
      warnings: [...warnings, ...entryWarnings(document)],
    };
    return commit(
      [
        ...createWrites(INVOICES, document, recorded, changes),
        ...(await supplierWrites(company.id, null, document, { made, read: context.supplier })),
        ...writes,
        ...locked,
        ...(idempotencyKey ? [idempotencyKeyWrite(document, idempotencyKey)] : []),
      ],
      stored,
    );
  });
