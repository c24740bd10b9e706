import * as z from 'zod';
import type { Plan } from '#shared/platform/access/model.ts';
import type { UploadTarget } from '#shared/platform/aws/upload-target.ts';
import { epochSeconds, instantIn, presentInstant } from '#shared/base/kernel/clock.ts';
import { text } from '#shared/base/kernel/fields.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { givenFileName } from '#shared/output/files/file-name.ts';
import { COMPANY_WINDOWS } from '#shared/platform/lambda/limits/policies.ts';
import { windowWrites } from '#shared/platform/lambda/limits/sliding-window.ts';
import { type Commit, create } from '#shared/platform/store/transact.ts';
import { countAnnounced } from './announced-bytes.ts';
import { description } from './form.ts';
import { checkLimits } from './limits.ts';
import type { AttachmentQuota } from './read.ts';
import { storageKey, type Upload, uploadKey } from './uploads.ts';

export const uploadBody = z
  .object({
    filename: text(1000),
    size: z.int('must be a whole number').min(1, 'must be at least 1'),
    description: description(),
  })
  .meta({ id: 'AttachmentUploadInput' });
export type UploadBody = z.output<typeof uploadBody>;

const SECONDS = 900;
/** The record of the upload is valid longer than its form, so that an upload that began in time can be completed. */
const COMPLETABLE_SECONDS = 3600;

/** An announced upload, with the form to send the file by. */
export interface StartedUpload extends Upload {
  target: UploadTarget;
  maxBytes: number;
}

/**
 * Announces a file that is then uploaded by a form, which takes no more bytes than announced.
 *
 * @throws 413 and 422 when the plan does not allow it; 429 after too many, or too many bytes, in the company
 */
export async function startUpload(
  quota: AttachmentQuota,
  plan: Plan,
  body: UploadBody,
  commit: Commit<StartedUpload>,
): Promise<StartedUpload> {
  checkLimits(plan, quota.used, body.size);
  const company = quota.invoice.companyId;
  const upload: Upload = {
    id: newId(),
    invoiceId: quota.invoice.id,
    filename: givenFileName(body.filename),
    description: body.description,
    expiresAt: instantIn(SECONDS),
  };
  const maxBytes = body.size;
  const { uploadTarget } = await import('#shared/platform/aws/upload-target.ts');
  const target = await uploadTarget(storageKey(company, upload.id), maxBytes, SECONDS);
  const item = create({
    ...uploadKey(company, quota.invoice.id, upload.id),
    kind: 'upload',
    data: upload,
    expiresAt: epochSeconds() + COMPLETABLE_SECONDS,
  });
  const counts = [...windowWrites(COMPANY_WINDOWS.startedUploads, `uploads#${company}`), countAnnounced(company, body.size)];
  return commit([item, ...counts], { ...upload, target, maxBytes });
}

export const presentUpload = ({ id, target, maxBytes, expiresAt }: StartedUpload) => ({
  uploadId: id,
  url: target.url,
  fields: target.fields,
  maxBytes,
  expiresAt: presentInstant(expiresAt),
});
