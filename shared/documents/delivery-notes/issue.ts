import type { Actor } from '#shared/platform/access/model.ts';
import { chooseSeries, readSeries, type Series } from '#shared/records/catalogue/series/store.ts';
import { numberedDraft } from '#shared/documents/common/numbering.ts';
import { newEvent, personOf } from '#shared/documents/common/timeline.ts';
import { transition } from '#shared/documents/common/transition.ts';
import { instant, today } from '#shared/base/kernel/clock.ts';
import { type FieldErrors, invalidFields } from '#shared/base/kernel/errors.ts';
import type { DeliveryNote, DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { clientExists } from '#shared/records/parties/clients/store.ts';
import { companyKey, type Key } from '#shared/platform/store/table.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { deliveryNoteNotification } from './notification.ts';
import type { StoredDeliveryNote } from './read.ts';
import { DELIVERY_NOTES } from './store.ts';
import { undeclaredWarnings } from './transport/requirement.ts';

export interface IssuingNote {
  loaded: StoredDeliveryNote;
  series: readonly Series[];
  by: Actor;
  commit: Commit<StoredDeliveryNote>;
}

/**
 * Issues a draft (DLN-20 to DLN-23): number, status, timeline and counters in one transaction. If the transport must be
 * declared and is not, the answer has a warning; it is no error, because the declaration may follow until the goods leave.
 *
 * @throws 404; 409 for any status but draft; 422 without a client, a line or a series
 */
export function issueDeliveryNote({ loaded, series, by, commit }: IssuingNote): Promise<StoredDeliveryNote> {
  let known = series;
  const reread = async (): Promise<void> => {
    known = await readSeries(loaded.document.companyId);
  };
  const changing = { commit, queue: queueOf(loaded.document, series), reread };
  return transition(DELIVERY_NOTES, loaded, 'issue', changing, ({ document: before }) => {
    refuseIncomplete(before);
    const { document, taken, next } = numberedDraft(KINDS.delivery_note, before, known);
    const at = instant();
    const after: DeliveryNoteDocument = { ...document, status: 'issued', issuedAt: at, updatedAt: at };
    const warnings = undeclaredWarnings(after, today());
    return {
      after,
      event: newEvent('status_change', 'issued', `Delivery note issued as ${after.number}`, personOf(by)),
      notifications: [deliveryNoteNotification('delivery_note.issued', after)],
      taken,
      also: { writes: before.clientId ? [clientExists(before.companyId, before.clientId, clientGone)] : [] },
      extras: { nextNumber: next, ...(warnings.length > 0 && { warnings }) },
    };
  });
}

/**
 * The ticket queue of the draft's series, also for drafts that get the series by default: all of them compete for its next number.
 */
function queueOf(draft: DeliveryNote, series: readonly Series[]): Key {
  const byDefault = chooseSeries([...series], KINDS.delivery_note.seriesType, null);
  return companyKey(draft.companyId, `TURN#${draft.seriesId ?? byDefault?.id ?? 'none'}`);
}

/** @throws 422 by field */
function refuseIncomplete({ clientId, lines }: DeliveryNoteDocument): void {
  const errors: FieldErrors = {};
  if (!clientId) errors['clientId'] = ['a client is needed'];
  if (lines.length === 0) errors['lines'] = ['at least one line is needed'];
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

const clientGone = (): Error => invalidFields({ clientId: ['the client no longer exists'] });
