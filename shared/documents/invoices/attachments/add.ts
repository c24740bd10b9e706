import { createChild } from '#shared/documents/common/items.ts';
import { putFile } from '#shared/platform/aws/documents-bucket.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import type { Plan } from '#shared/platform/access/model.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { Problem } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Commit, Write } from '#shared/platform/store/transact.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import type { UploadForm } from './form.ts';
import { checkLimits, countOne } from './limits.ts';
import type { Attachment } from '#shared/model/attachment.ts';
import { ATTACHMENTS, storageKeyOf } from './model.ts';
import { type AttachmentQuota, stillAttachable } from './read.ts';
import { acceptedType, EXTENSIONS, namedAs } from './sniff.ts';

export interface AddRequest {
  quota: AttachmentQuota;
  plan: Plan;
  form: UploadForm;
  /** The id of the attachment; a new one by default. */
  id?: string;
  by: Actor;
  /** Further writes for the same transaction. */
  also?: Write[];
  commit: Commit<Attachment>;
}

/**
 * Adds a file to a document (OUT-23 to OUT-28). The bytes are stored before the record that refers to them: when the
 * process dies in between, bytes without a record remain, which nobody can reach.
 *
 * @throws 404 when the document no longer exists; 409 when it is cancelled; 413 above the file size of the plan; 415 for a type
 *   that is not accepted; 422 above the number of attachments or the storage of the plan.
 */
export async function addAttachment(request: AddRequest): Promise<Attachment> {
  const { quota, plan, form, by, also = [], commit, id = newId() } = request;
  checkLimits(plan, quota.used, form.bytes.length);
  const mimeType = await acceptedType(form.bytes);
  if (mimeType === null)
    throw new Problem(
      'unsupported_media_type',
      `The type of the file is not accepted. Accepted types: ${EXTENSIONS.join(', ')}.`,
    );
  const company = quota.invoice.companyId;
  const attachment: Attachment = {
    id,
    invoiceId: quota.invoice.id,
    filename: namedAs(form.filename ?? 'attachment', mimeType),
    mimeType,
    size: form.bytes.length,
    description: form.description,
    storageKey: storageKeyOf(company, quota.invoice.id, id),
    uploadedAt: instant(),
    uploadedBy: personOf(by),
  };
  await putFile(attachment.storageKey, form.bytes, mimeType);
  return commit([stillAttachable(company, quota.invoice.id), ...addWrites(company, plan, attachment), ...also], attachment);
}

const addWrites = (company: CompanyId, plan: Plan, attachment: Attachment): Write[] => [
  createChild(ATTACHMENTS, company, attachment.invoiceId, attachment),
  ...countOne(company, attachment.invoiceId, plan, attachment.size),
];
