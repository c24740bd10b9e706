import { presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { conflict, type Problem, validation } from '#shared/base/kernel/errors.ts';
import type { StateTable } from '#shared/documents/common/states.ts';
import type { DeliveryNote } from '#shared/model/convertible/delivery-note.ts';
import { KINDS } from '#shared/model/kinds.ts';

/** Which actions are permitted in which status (DLN-16). */

export type DeliveryNoteAction =
  | 'update'
  | 'delete'
  | 'issue'
  | 'cancel'
  | 'restore'
  | 'return'
  | 'convert'
  | 'change the transport of'
  | 'declare'
  | 'declare together'
  | 'send a follow-up message about'
  | 'delete the declaration of';

export const DELIVERY_NOTE_STATES: StateTable<DeliveryNote, DeliveryNoteAction> = {
  noun: KINDS.delivery_note.noun,
  allowed: {
    update: ['draft'],
    delete: ['draft'],
    issue: ['draft'],
    cancel: ['draft', 'issued'],
    restore: ['cancelled'],
    return: ['issued'],
    convert: ['issued'],
    'change the transport of': ['issued'],
    declare: ['issued'],
    'declare together': ['issued'],
    'send a follow-up message about': ['issued', 'converted'],
    // For a cancelled note: repeats the deletion, if the authority rejected the first one or did not receive it.
    'delete the declaration of': ['issued', 'converted', 'cancelled'],
  },
  reasons: {
    issue: { converted: 'already_converted', cancelled: 'cancelled' },
    cancel: { converted: 'already_converted', cancelled: 'already_cancelled' },
    convert: { draft: 'not_issued', converted: 'already_converted', cancelled: 'cancelled' },
    'change the transport of': { draft: 'not_issued', converted: 'already_converted', cancelled: 'cancelled' },
  },
  invalid: {
    restore: { otherwise: 'not_cancelled' },
    return: { draft: 'not_issued', converted: 'already_converted', cancelled: 'cancelled' },
    declare: { draft: 'not_issued', converted: 'already_converted', cancelled: 'cancelled' },
    'declare together': { draft: 'not_issued', converted: 'already_converted', cancelled: 'cancelled' },
    'send a follow-up message about': { draft: 'not_issued', cancelled: 'cancelled' },
    'delete the declaration of': { draft: 'not_issued' },
  },
  otherwise: {
    update: 'not_editable',
    delete: 'not_draft',
    issue: 'already_issued',
    cancel: 'not_cancellable',
    restore: 'not_cancelled',
    return: 'not_issued',
    convert: 'not_convertible',
    'change the transport of': 'not_editable',
    declare: 'not_issued',
    'declare together': 'not_issued',
    'send a follow-up message about': 'not_issued',
    'delete the declaration of': 'not_issued',
  },
  refusal(action, note) {
    if (action === 'declare') return refusalToDeclare(note);
    if (action === 'send a follow-up message about' || action === 'delete the declaration of') return undefined;
    if (action === 'declare together') return refusalToDeclare({ ...note, etransportStatus: null });
    const { status, conversion, etransportStatus, etransportUit } = note;
    // Reserved by a bulk conversion, which is finished or undone within about a minute.
    if (conversion) return conflict('The delivery note is being converted.', { status, reason: 'conversion_in_progress' });
    if (action !== 'change the transport of') return undefined;
    const stands = { status, etransportStatus, etransportUit };
    if (etransportStatus === 'uploaded')
      return conflict('The transport is being declared.', { ...stands, reason: 'declaration_in_progress' });
    if (etransportStatus === 'ok') return conflict('The transport is declared.', { ...stands, reason: 'already_declared' });
    return undefined;
  },
  stamps: note => ({
    issuedAt: presentInstantOrNull(note.issuedAt),
    cancelledAt: presentInstantOrNull(note.cancelledAt),
    convertedAt: presentInstantOrNull(note.convertedAt),
    convertedInvoiceId: note.convertedInvoiceId,
  }),
};

/** The error for an issued note whose transport cannot be declared now; undefined = permitted (TRN-30). */
function refusalToDeclare({ status, etransportStatus, etransportUit, skipEtransport }: DeliveryNote): Problem | undefined {
  const stands = { status, etransportStatus };
  if (etransportStatus === 'ok')
    return validation('The transport is declared.', { ...stands, etransportUit, reason: 'already_declared' });
  if (etransportStatus === 'uploaded')
    return validation('The transport is being declared.', { ...stands, reason: 'declaration_in_progress' });
  if (skipEtransport)
    return validation('The delivery note has skipEtransport set: set it to false to declare the transport.', {
      ...stands,
      reason: 'not_declared',
    });
  return undefined;
}
