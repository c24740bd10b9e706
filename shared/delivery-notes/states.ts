import { presentInstantOrNull } from '../kernel/clock.ts';
import { conflict } from '../kernel/errors.ts';
import type { StateTable } from '../documents/states.ts';
import type { DeliveryNote } from '../model/convertible/delivery-note.ts';
import { KINDS } from '../model/kinds.ts';

/** What may be done to delivery notes in which status (interface.md §Delivery note `status`, completions-documents §6.2). */

export type DeliveryNoteAction = 'update' | 'delete' | 'issue' | 'cancel' | 'restore' | 'return' | 'convert';

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
  },
  reasons: {
    issue: { converted: 'already_converted', cancelled: 'cancelled' },
    cancel: { converted: 'already_converted', cancelled: 'already_cancelled' },
    convert: { draft: 'not_issued', converted: 'already_converted', cancelled: 'cancelled' },
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
  },
  // Reserved by a bulk conversion that will be done, or undone, within a minute.
  refusal: (_, { status, conversion }) =>
    conversion ? conflict('The delivery note is being converted.', { status, reason: 'conversion_in_progress' }) : undefined,
  stamps: note => ({
    issuedAt: presentInstantOrNull(note.issuedAt),
    cancelledAt: presentInstantOrNull(note.cancelledAt),
    convertedAt: presentInstantOrNull(note.convertedAt),
    convertedInvoiceId: note.convertedInvoiceId,
  }),
};
