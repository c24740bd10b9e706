import type { Actor } from '#shared/platform/access/model.ts';
import { deleteWrites } from '#shared/documents/common/store.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { requireOpenPeriod } from '#shared/documents/fiscal/period-lock.ts';
import { numberWrite } from '#shared/documents/credit-notes/received-numbers.ts';
import { removeAllWrites } from '#shared/documents/invoices/attachments/remove.ts';
import { readInvoice, type StoredInvoice } from '#shared/documents/invoices/read.ts';
import { idempotencyKeyOf } from '#shared/documents/invoices/repeated/idempotency-key.ts';
import { supplierWrites } from '#shared/documents/invoices/received/supplier-stats.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import type { Company } from '#shared/model/company.ts';
import { type Commit, remove, retryOnContention } from '#shared/platform/store/transact.ts';
import { readPurchaseNumber } from './context.ts';
import { withoutDocument } from './numbers.ts';
import { changeablePurchase } from './standing.ts';
import { successorOf } from './successor.ts';

/**
 * Removes a purchase that was entered by hand with its files (PUR-11), without a webhook of its own. What the authority delivered after it counts from then on.
 *
 * @throws 404; 409 as `changeablePurchase`; 422 as `requireOpenPeriod`
 */
export const removePurchase = (company: Company, loaded: StoredInvoice, by: Actor, commit: Commit<void>): Promise<void> =>
  retryOnContention(async attempt => {
    const { companyId, id } = loaded.document;
    const stored = changeablePurchase(attempt === 0 ? loaded : await readInvoice(companyId, id));
    const { document } = stored;
    const key = idempotencyKeyOf(document);
    const [number, counted, { writes: locked }] = await Promise.all([
      readPurchaseNumber(companyId, document),
      supplierWrites(companyId, document, null),
      requireOpenPeriod({ company, attempt }, { before: document, after: null }),
    ]);
    const free = withoutDocument(number, id);
    const successor = await successorOf(document, free, personOf(by), { lock: { company, attempt } });
    await commit(
      [
        ...deleteWrites(INVOICES, stored, successor?.changes),
        ...(successor?.number ?? [numberWrite(free)]),
        ...counted,
        // Both checks are of one item, and the same.
        ...(locked.length > 0 ? locked : (successor?.locked ?? [])),
        ...removeAllWrites(companyId, id, stored.attachments ?? []),
        ...(key ? [remove(key)] : []),
      ],
      undefined,
    );
  });
