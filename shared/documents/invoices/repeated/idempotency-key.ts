import { sha256 } from '#shared/base/kernel/ids.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { type CompanyId, companyKey, type Key } from '#shared/platform/store/table.ts';

/** The items by which an invoice is found by its `idempotencyKey` (INV-22). Keys alone: lists read them, and may not write. */

/** The item of an idempotency key. The key is hashed, so that any text of 255 characters fits into a sort key. */
export const idempotencyKey = (company: CompanyId, key: string): Key =>
  companyKey(company, `ONCE#${KINDS.invoice.prefix}#${sha256(key)}`);

/** The key of the item of a document's `idempotencyKey`; undefined when it has none. */
export const idempotencyKeyOf = (document: Invoice): Key | undefined =>
  document.idempotencyKey ? idempotencyKey(document.companyId, document.idempotencyKey) : undefined;

/** The id of the invoice that an idempotency-key or match item refers to. */
export function foundInvoiceId(found: object | undefined): string | undefined {
  const id = (found as { invoiceId?: unknown } | undefined)?.invoiceId;
  return typeof id === 'string' ? id : undefined;
}
