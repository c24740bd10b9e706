import type { Actor } from '#shared/platform/access/model.ts';
import { newEvent, personOf } from '#shared/documents/common/timeline.ts';
import { transition } from '#shared/documents/common/transition.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import type { ProformaDocument } from '#shared/model/convertible/proforma.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import type { Rejection } from './input.ts';
import { proformaNotification } from './notification.ts';
import type { StoredProforma } from './read.ts';
import { PROFORMAS } from './store.ts';

/** Records the client's answer to a proforma. */

/** @throws 404; 409 when it is already accepted, rejected, converted or cancelled */
export const acceptProforma = (loaded: StoredProforma, by: Actor, commit: Commit<StoredProforma>): Promise<StoredProforma> =>
  transition(PROFORMAS, loaded, 'accept', { commit }, ({ document }) => {
    const at = instant();
    const after: ProformaDocument = { ...document, status: 'accepted', acceptedAt: at, updatedAt: at };
    return {
      after,
      event: newEvent('status_change', 'accepted', 'Proforma accepted', personOf(by)),
      notifications: [proformaNotification('proforma.accepted', after)],
    };
  });

/** @throws 404; 409 when it is already accepted, rejected, converted or cancelled */
export const rejectProforma = (
  loaded: StoredProforma,
  { rejectionReason = null, rejectionNotes = null }: Rejection,
  by: Actor,
  commit: Commit<StoredProforma>,
): Promise<StoredProforma> =>
  transition(PROFORMAS, loaded, 'reject', { commit }, ({ document }) => {
    const at = instant();
    const after: ProformaDocument = {
      ...document,
      ...{ status: 'rejected', rejectionReason, rejectionNotes, rejectedAt: at, updatedAt: at },
    };
    return {
      after,
      event: newEvent(
        'status_change',
        'rejected',
        'Proforma rejected',
        personOf(by),
        rejectionReason ? { rejectionReason } : null,
      ),
      notifications: [proformaNotification('proforma.rejected', after)],
    };
  });
