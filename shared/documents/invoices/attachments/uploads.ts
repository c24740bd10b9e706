import { notFound } from '#shared/base/kernel/errors.ts';
import type { Attachment } from '#shared/model/attachment.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, type Item, type Key } from '#shared/platform/store/table.ts';
import { type AttachmentItem, ATTACHMENTS } from './model.ts';
import { type AttachmentQuota, readAttachmentQuota } from './read.ts';

/**
 * Uploads of files that are too large for an API request (6 MB). The caller announces a file, posts it directly to the bucket by a
 * presigned form, and completes the upload by another request. Only then is the file checked and counted. A lifecycle rule of the
 * bucket removes files that are not completed within a day.
 */
export interface Upload {
  id: string;
  invoiceId: string;
  filename: string | null;
  description: string | null;
  expiresAt: string;
}

export const uploadKey = (company: CompanyId, invoiceId: string, id: string): Key =>
  companyKey(company, `UPLOAD#${invoiceId}#${id}`);

/** The key of an uploaded file in the bucket of uploads. */
export const storageKey = (company: CompanyId, id: string): string => `${company}/${id}`;

/**
 * Reads what completing an upload needs. One parallel round trip.
 *
 * @throws 404 when the upload or the document does not exist; 409 when the document is cancelled
 */
export async function readForCompletion(
  company: CompanyId,
  invoiceId: string,
  id: string,
): Promise<{ quota: AttachmentQuota; known: Upload | Attachment }> {
  const quota = readAttachmentQuota(company, invoiceId);
  // An error of the document is thrown below, and only for an upload that exists.
  quota.catch(() => {});
  const known = await readUpload(company, invoiceId, id);
  return { quota: await quota, known };
}

/** The announced upload, or its attachment after it was completed. @throws 404 when there is neither */
export async function readUpload(company: CompanyId, invoiceId: string, id: string): Promise<Upload | Attachment> {
  const [upload, attachment] = await Promise.all([
    getItem<Item & { data: Upload }>(uploadKey(company, invoiceId, id)),
    getItem<AttachmentItem>(ATTACHMENTS.key(company, invoiceId, id)),
  ]);
  const known = attachment?.data ?? upload?.data;
  if (!known) throw notFound('Upload');
  return known;
}
