import { environment } from '#shared/platform/aws/environment.ts';
import { getFile } from '#shared/platform/aws/read-file.ts';
import type { Actor, Plan } from '#shared/platform/access/model.ts';
import { validation } from '#shared/base/kernel/errors.ts';
import type { Attachment } from '#shared/model/attachment.ts';
import { type Commit, remove, retryOnContention } from '#shared/platform/store/transact.ts';
import { addAttachment } from './add.ts';
import type { AttachmentQuota } from './read.ts';
import { readUpload, storageKey, type Upload, uploadKey } from './uploads.ts';

export interface CompleteRequest {
  quota: AttachmentQuota;
  plan: Plan;
  known: Upload | Attachment;
  by: Actor;
  commit: Commit<Attachment>;
}

const isComplete = (known: Upload | Attachment): known is Attachment => 'storageKey' in known;

/**
 * Turns an uploaded file into an attachment. Idempotent: a second call returns the same attachment. The bytes that were checked are
 * stored under a key that the upload form cannot write to, so that they cannot be replaced after the check.
 *
 * @throws 404 for an unknown upload; 409, 413, 415 and 422 as `addAttachment`; 422 when no file has arrived yet.
 */
export function completeUpload({ quota, plan, known, by, commit }: CompleteRequest): Promise<Attachment> {
  const company = quota.invoice.companyId;
  return retryOnContention(async attempt => {
    const upload = attempt === 0 ? known : await readUpload(company, quota.invoice.id, known.id);
    if (isComplete(upload)) return upload;
    const posted = await getFile(storageKey(company, upload.id), environment('uploadsBucket'));
    if (!posted)
      throw validation('No file has arrived for this upload.', {
        file: ['must be uploaded first, by the form in the answer that announced the upload'],
      });
    return addAttachment({
      quota,
      plan,
      form: { filename: upload.filename, description: upload.description, bytes: posted.bytes },
      id: upload.id,
      by,
      also: [remove(uploadKey(company, quota.invoice.id, upload.id), { expression: 'attribute_exists(pk)' })],
      commit,
    });
  });
}
