import { presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { conflict, gone, notFound } from '#shared/base/kernel/errors.ts';
import { getItems } from '#shared/platform/store/read.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { check, type Write } from '#shared/platform/store/transact.ts';
import type { Attachment } from '#shared/model/attachment.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { invoiceKey } from '../header.ts';
import { type AttachmentCountItem, ATTACHMENTS, countKey, removedKey, type StorageItem, storageUseKey } from './model.ts';
import type { Used } from './limits.ts';

/** The document, if its attachments may change (OUT-25). @throws 404 for undefined; 409 when it is cancelled */
export function attachable(invoice: Invoice | undefined): Invoice {
  if (!invoice) throw notFound('Invoice');
  if (invoice.status !== 'cancelled') return invoice;
  throw conflict('Attachments of a cancelled invoice cannot be changed.', {
    status: invoice.status,
    reason: 'cancelled',
    cancelledAt: presentInstantOrNull(invoice.cancelledAt),
  });
}

/** @throws 409 for a file that was embedded in the XML of a received document */
export function refuseEmbedded({ isEmbedded }: Attachment, { status }: Invoice): void {
  if (!isEmbedded) return;
  throw conflict('The attachment is part of the XML that was received, and cannot be deleted.', { status, reason: 'received' });
}

/** A condition check: the transaction fails with 404 or 409 unless the document exists and is not cancelled. */
export const stillAttachable = (company: CompanyId, invoiceId: string): Write =>
  check(
    invoiceKey(company, invoiceId),
    {
      expression: 'attribute_exists(pk) AND #status <> :cancelled',
      names: { '#status': 'status' },
      values: { ':cancelled': 'cancelled' },
    },
    header => {
      try {
        attachable(header?.['data'] as Invoice | undefined);
      } catch (problem) {
        return problem as Error;
      }
      return notFound('Invoice');
    },
  );

export interface AttachmentQuota {
  invoice: Invoice;
  used: Used;
}

/**
 * The document, if its attachments may change, and how much of the limits of the plan is used. One read.
 *
 * @throws as `attachable`
 */
export async function readAttachmentQuota(company: CompanyId, invoiceId: string): Promise<AttachmentQuota> {
  const [header, count, storage] = await getItems([
    invoiceKey(company, invoiceId),
    countKey(company, invoiceId),
    storageUseKey(company),
  ]);
  return {
    invoice: attachable(header?.['data'] as Invoice | undefined),
    used: {
      count: (count as AttachmentCountItem | undefined)?.count ?? 0,
      bytes: (storage as StorageItem | undefined)?.bytes ?? 0,
    },
  };
}

/** An attachment and its document. One read. @throws 404 when either does not exist; 410 when the attachment was removed */
export async function readAttachment(
  company: CompanyId,
  invoiceId: string,
  id: string,
): Promise<{ invoice: Invoice; attachment: Attachment }> {
  const [header, item, removed] = await getItems([
    invoiceKey(company, invoiceId),
    ATTACHMENTS.key(company, invoiceId, id),
    removedKey(company, invoiceId, id),
  ]);
  // The same 404 for both, so that the existence of another company's invoice is not revealed.
  if (!header) throw notFound('Attachment');
  if (item) return { invoice: header['data'] as Invoice, attachment: item['data'] as Attachment };
  throw removed ? gone('The attachment was deleted.') : notFound('Attachment');
}
