import type { Actor } from '#shared/platform/access/model.ts';
import { updatedEvent } from '#shared/documents/common/changed-fields.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { changeDocument } from '#shared/documents/common/transition.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { sortedJson } from '#shared/base/kernel/records.ts';
import { type MetadataChange, withMetadata } from '#shared/model/callers-data/metadata.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import type { StoredInvoice } from '../read.ts';
import { INVOICES } from '../store.ts';

interface MetadataRequest {
  loaded: StoredInvoice;
  change: MetadataChange;
  by: Actor;
  commit: Commit<StoredInvoice>;
}

/**
 * Changes only the metadata of an invoice or credit note, which is allowed in every status (MET-4): nothing else of it changes, and neither
 * its XML nor its PDF has them. What changes nothing writes nothing.
 *
 * @throws 404 when the document no longer exists; 422 as `withMetadata`
 */
export function changeMetadata({ loaded, change, by, commit }: MetadataRequest): Promise<StoredInvoice> {
  const { companyId, id } = loaded.document;
  return changeDocument(INVOICES, { company: companyId, id, loaded }, { commit }, current => {
    const stored = found(current, INVOICES.kind.title);
    const { document } = stored;
    const changed = withMetadata(document, change);
    if (sortedJson(changed.metadata) === sortedJson(document.metadata)) return { unchanged: stored };
    const after = { ...changed, updatedAt: instant() };
    return {
      after,
      event: updatedEvent(document, after, 'Metadata changed', personOf(by)),
      notifications: [invoiceNotification('invoice.updated', after)],
    };
  });
}
