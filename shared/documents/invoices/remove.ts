import { type Commit, remove, retryOnContention } from '#shared/platform/store/transact.ts';
import { cashWrites } from '#shared/documents/payments/cash/day.ts';
import { removeAllWrites } from './attachments/remove.ts';
import { cancelScheduledEmail } from '#shared/output/mail/documents/schedule.ts';
import { idempotencyKeyOf } from './repeated/idempotency-key.ts';
import { deleteWrites, headerWrites } from '#shared/documents/common/store.ts';
import type { PersonRef } from '#shared/model/document.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { givenBack } from './advances/changes.ts';
import { INVOICES } from './store.ts';
import { readInvoice, type StoredInvoice } from './read.ts';
import { permittedInvoice } from './states.ts';

/**
 * Removes a draft with everything that belongs to it (INV-57 to INV-59), without a webhook.
 *
 * @throws 404; 409 when it is no draft, or has a number
 */
export function deleteInvoice(loaded: StoredInvoice, by: PersonRef, commit: Commit<void>): Promise<void> {
  return retryOnContention(async attempt => {
    const stored = attempt === 0 ? loaded : await readInvoice(loaded.document.companyId, loaded.document.id);
    const document = permittedInvoice('delete', stored?.document);
    const key = idempotencyKeyOf(document);
    const advances = await givenBack(document, by);
    const { companyId, id } = document;
    const writes = [
      ...deleteWrites(INVOICES, { ...(stored ?? loaded), document }),
      ...headerWrites(INVOICES, advances),
      ...cashWrites(document, (stored ?? loaded).payments, -1),
      ...removeAllWrites(companyId, id, (stored ?? loaded).attachments ?? []),
      ...(key ? [remove(key)] : []),
      ...((stored ?? loaded).scheduledEmail ? [cancelScheduledEmail(KINDS.invoice, companyId, id)] : []),
    ];
    await commit(writes, undefined);
  });
}
