import type { Actor } from '#shared/platform/access/model.ts';
import { permitted } from '#shared/documents/common/states.ts';
import { updatedEvent } from '#shared/documents/common/changed-fields.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { changeDocument } from '#shared/documents/common/transition.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { found } from '#shared/base/kernel/errors.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import type { DocumentChanges } from '../input.ts';
import type { StoredInvoice } from '../read.ts';
import { type Action, statesOf } from '../states.ts';
import { INVOICES } from '../store.ts';
import { setsAlone } from './sets-alone.ts';

/** The action of an update body, as the state table in states.ts names it. */
export const updateAction = (body: DocumentChanges | undefined): Action =>
  setsAlone(body, 'remindersDisabled') ? 'change the reminders of' : 'update';

export interface RemindersRequest {
  loaded: StoredInvoice;
  disabled: boolean;
  by: Actor;
  commit: Commit<StoredInvoice>;
}

/**
 * Switches the automatic reminders of an invoice off or on. The content of the invoice and its files stay the same.
 *
 * @throws 404 when the invoice no longer exists; 409 when it is cancelled
 */
export function changeReminders({ loaded, disabled, by, commit }: RemindersRequest): Promise<StoredInvoice> {
  const { companyId, id } = loaded.document;
  return changeDocument(INVOICES, { company: companyId, id, loaded }, { commit }, current => {
    const stored = found(current, INVOICES.kind.title);
    const { document } = stored;
    permitted(statesOf(document), 'change the reminders of', document);
    if ((document.remindersDisabled ?? false) === disabled) return { unchanged: stored };
    const after: InvoiceDocument = { ...document, remindersDisabled: disabled, updatedAt: instant() };
    const details = disabled ? 'Payment reminders switched off' : 'Payment reminders switched on';
    return {
      after,
      event: updatedEvent(document, after, details, personOf(by)),
      notifications: [invoiceNotification('invoice.updated', after)],
    };
  });
}
