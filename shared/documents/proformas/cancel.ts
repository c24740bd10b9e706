import type { Actor } from '#shared/platform/access/model.ts';
import type { Cancellation } from '#shared/documents/common/convertible/input.ts';
import { newEvent, personOf } from '#shared/documents/common/timeline.ts';
import { transition } from '#shared/documents/common/transition.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import type { ProformaDocument } from '#shared/model/convertible/proforma.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import type { StoredProforma } from './read.ts';
import { PROFORMAS } from './store.ts';

/** Cancels a proforma; it cannot be restored. @throws 404; 409 when it is already converted or cancelled */
export const cancelProforma = (
  loaded: StoredProforma,
  { cancellationReason = null, cancellationNotes = null }: Cancellation,
  by: Actor,
  commit: Commit<StoredProforma>,
): Promise<StoredProforma> =>
  transition(PROFORMAS, loaded, 'cancel', { commit }, ({ document }) => {
    const at = instant();
    const stamps = { cancellationReason, cancellationNotes, cancelledAt: at, updatedAt: at };
    const after: ProformaDocument = { ...document, ...stamps, status: 'cancelled' };
    return {
      after,
      event: newEvent(
        'cancelled',
        'cancelled',
        'Proforma cancelled',
        personOf(by),
        cancellationReason ? { cancellationReason } : null,
      ),
    };
  });
