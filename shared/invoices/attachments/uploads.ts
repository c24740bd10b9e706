import { notFound } from '../../kernel/errors.ts';
import type { Attachment } from '../../model/attachment.ts';
import { getItem } from '../../store/read.ts';
import { type CompanyId, companyKey, type Item, type Key } from '../../store/table.ts';
import { type AttachmentItem, ATTACHMENTS } from './model.ts';
import { type AttachmentQuota, readAttachmentQuota } from './read.ts';

/**
 * Files that do not fit through the API (6 MB): the caller announces one, posts it to the bucket by a form made for it, and says
 * when it is there. Only then is it looked at and counted; what is never completed is removed by the bucket after a day.
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

/** Where the file is posted to, in the bucket of uploads. */
export const storageKey = (company: CompanyId, id: string): string => `${company}/${id}`;

/** What completing an upload reads: one parallel round trip. @throws 404 alike when there is no such upload or no such document; 409 */
export async function readForCompletion(
  company: CompanyId,
  invoiceId: string,
  id: string,
): Promise<{ quota: AttachmentQuota; known: Upload | Attachment }> {
  const quota = readAttachmentQuota(company, invoiceId);
  // Only for an upload that exists.
  quota.catch(() => {});
  const known = await readUpload(company, invoiceId, id);
  return { quota: await quota, known };
}

/** The announced upload, or its attachment where it was completed. @throws 404 */
export async function readUpload(company: CompanyId, invoiceId: string, id: string): Promise<Upload | Attachment> {
  const [upload, attachment] = await Promise.all([
    getItem<Item & { data: Upload }>(uploadKey(company, invoiceId, id)),
    getItem<AttachmentItem>(ATTACHMENTS.key(company, invoiceId, id)),
  ]);
  const known = attachment?.data ?? upload?.data;
  if (!known) throw notFound('Upload');
  return known;
}
