import * as z from 'zod';
import { getFile } from '../../aws/documents-bucket.ts';
import { type UploadTarget, uploadTarget } from '../../aws/presigned.ts';
import type { Actor, Plan } from '../../access/model.ts';
import { epochSeconds, instantIn, presentInstant } from '../../kernel/clock.ts';
import { notFound, validation } from '../../kernel/errors.ts';
import { text } from '../../kernel/fields.ts';
import { newId } from '../../kernel/ids.ts';
import { getItem } from '../../store/read.ts';
import { type CompanyId, companyKey, companyScope, type Item, type Key } from '../../store/table.ts';
import { type Commit, create, remove, retryOnContention } from '../../store/transact.ts';
import { addAttachment } from './add.ts';
import { cleanFileName } from './file-name.ts';
import { description } from './form.ts';
import { checkLimits, largestFile } from './limits.ts';
import type { Attachment } from '../../model/attachment.ts';
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

export const uploadBody = z.object({
  filename: text(1000),
  size: z.int('must be a whole number').min(1, 'must be at least 1'),
  description: description(),
});
export type UploadBody = z.output<typeof uploadBody>;

const SECONDS = 900;
/** The announcement outlives the form: an upload that began in time may be completed. */
const COMPLETABLE_SECONDS = 3600;

const uploadKey = (company: CompanyId, invoiceId: string, id: string): Key => companyKey(company, `UPLOAD#${invoiceId}#${id}`);

/** Below this prefix the bucket keeps nothing for longer than a day (infra/stacks/data.ts). */
const storageKey = (company: CompanyId, id: string): string => `uploads/${company}/${id}`;

/** An upload under way, with the form to send it by. */
export interface StartedUpload extends Upload {
  target: UploadTarget;
  maxBytes: number;
}

/** Announces a file. @throws 413, 422 when the plan does not allow it. */
export async function startUpload(
  quota: AttachmentQuota,
  plan: Plan,
  body: UploadBody,
  commit: Commit<StartedUpload>,
): Promise<StartedUpload> {
  checkLimits(plan, quota.used, body.size);
  const company = companyScope(quota.invoice.companyId);
  const upload: Upload = {
    id: newId(),
    invoiceId: quota.invoice.id,
    filename: cleanFileName(body.filename),
    description: body.description,
    expiresAt: instantIn(SECONDS),
  };
  const maxBytes = largestFile(plan);
  const target = await uploadTarget(storageKey(company, upload.id), maxBytes, SECONDS);
  const item = create({
    ...uploadKey(company, quota.invoice.id, upload.id),
    kind: 'upload',
    data: upload,
    expiresAt: epochSeconds() + COMPLETABLE_SECONDS,
  });
  return commit([item], { ...upload, target, maxBytes });
}

/** What completing an upload reads: one parallel round trip. @throws 404 alike when there is no such upload or no such document; 409 */
export async function readForCompletion(
  company: CompanyId,
  invoiceId: string,
  id: string,
): Promise<{ quota: AttachmentQuota; known: Upload | Attachment }> {
  const quota = readAttachmentQuota(company, invoiceId);
  // Told only for an upload that there is.
  quota.catch(() => {});
  const known = await readUpload(company, invoiceId, id);
  return { quota: await quota, known };
}

/** The announcement, or what has become of it. @throws 404 */
async function readUpload(company: CompanyId, invoiceId: string, id: string): Promise<Upload | Attachment> {
  const [upload, attachment] = await Promise.all([
    getItem<Item & { data: Upload }>(uploadKey(company, invoiceId, id)),
    getItem<AttachmentItem>(ATTACHMENTS.key(company, invoiceId, id)),
  ]);
  const known = attachment?.data ?? upload?.data;
  if (!known) throw notFound('Upload');
  return known;
}

const isComplete = (known: Upload | Attachment): known is Attachment => 'storageKey' in known;

export interface CompleteRequest {
  quota: AttachmentQuota;
  plan: Plan;
  known: Upload | Attachment;
  by: Actor;
  commit: Commit<Attachment>;
}

/**
 * Makes an attachment of what was uploaded; a second call answers with the same one. The file goes to a place that the form does
 * not reach, so that what was looked at is what is kept.
 *
 * @throws 404 for an unknown upload; 413, 415, 422 as `addAttachment`; 422 when nothing has arrived yet.
 */
export function completeUpload({ quota, plan, known, by, commit }: CompleteRequest): Promise<Attachment> {
  const company = companyScope(quota.invoice.companyId);
  return retryOnContention(async attempt => {
    const upload = attempt === 0 ? known : await readUpload(company, quota.invoice.id, known.id);
    if (isComplete(upload)) return upload;
    const arrived = await getFile(storageKey(company, upload.id));
    if (!arrived) throw validation('No file has arrived for this upload.', { file: ['must be uploaded first'] });
    return addAttachment({
      quota,
      plan,
      form: { filename: upload.filename, description: upload.description, bytes: arrived.bytes },
      id: upload.id,
      by,
      also: [remove(uploadKey(company, quota.invoice.id, upload.id), { expression: 'attribute_exists(pk)' })],
      commit,
    });
  });
}

export const presentUpload = ({ id, target, maxBytes, expiresAt }: StartedUpload) => ({
  uploadId: id,
  url: target.url,
  fields: target.fields,
  maxBytes,
  expiresAt: presentInstant(expiresAt),
});
