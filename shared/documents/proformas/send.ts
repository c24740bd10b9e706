import type { Actor } from '#shared/platform/access/model.ts';
import { newEvent, personOf } from '#shared/documents/common/timeline.ts';
import { transition } from '#shared/documents/common/transition.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { type FieldErrors, invalidFields } from '#shared/base/kernel/errors.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import type { ProformaDocument } from '#shared/model/convertible/proforma.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import type { StoredProforma } from './read.ts';
import { PROFORMAS } from './store.ts';

/**
 * Marks a draft as sent; it can no longer be changed. Mails nothing.
 *
 * @throws 404; 409 when it is not a draft; 422 when it is incomplete
 */
export const sendProforma = (loaded: StoredProforma, by: Actor, commit: Commit<StoredProforma>): Promise<StoredProforma> =>
  transition(PROFORMAS, loaded, 'send', { commit }, ({ document }) => {
    refuseIncomplete(document);
    const at = instant();
    const after: ProformaDocument = { ...document, status: 'sent', sentAt: at, updatedAt: at };
    return {
      after,
      event: newEvent('status_change', 'sent', 'Proforma sent', personOf(by)),
    };
  });

/** @throws 422 by field */
function refuseIncomplete({ client, lines, total }: ProformaDocument): void {
  const errors: FieldErrors = {};
  if (!client) errors['clientId'] = ['a client is needed'];
  if (lines.length === 0) errors['lines'] = ['at least one line is needed'];
  else if (decimal(total).lte(0)) errors['lines'] = ['the total must be greater than 0'];
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}
