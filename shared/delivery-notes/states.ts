import { presentInstantOrNull } from '../kernel/clock.ts';
import { conflict } from '../kernel/errors.ts';
import type { StateTable } from '../documents/states.ts';
import type { DeliveryNote } from '../model/convertible/delivery-note.ts';
import { KINDS } from '../model/kinds.ts';

/** What may be done to delivery notes in which status (interface.md §Delivery note `status`, completions-documents §6.2). */

export type DeliveryNoteAction =
  'update' | 'delete' | 'issue' | 'cancel' | 'restore' | 'return' | 'convert' | 'change the transport of';

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
  },
  refusal(action, { status, conversion, etransportStatus, etransportUit }) {
    // Reserved by a bulk conversion that will be done, or undone, within a minute.
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
