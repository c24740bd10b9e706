import { describe, expect, it } from 'vitest';
import { DELIVERY_NOTE_STATES, type DeliveryNoteAction } from '#shared/documents/delivery-notes/states.ts';
import { permitted } from '#shared/documents/common/states.ts';
import { type DeliveryNote, invoiceDueBy } from '#shared/model/convertible/delivery-note.ts';
import type { TransportStatus } from '#shared/model/transport.ts';
import { sampleNote } from '../pdf/sample-notes.ts';

const STATUSES = ['draft', 'issued', 'converted', 'cancelled'] as const;
type Status = DeliveryNote['status'];

/** The error of an action where it is not permitted: status of the response, and the reason by the status of the note. */
const TABLE: [DeliveryNoteAction, 409 | 422, Partial<Record<Status, string>>][] = [
  ['update', 409, { issued: 'not_editable', converted: 'not_editable', cancelled: 'not_editable' }],
  ['delete', 409, { issued: 'not_draft', converted: 'not_draft', cancelled: 'not_draft' }],
  ['issue', 409, { issued: 'already_issued', converted: 'already_converted', cancelled: 'cancelled' }],
  ['cancel', 409, { converted: 'already_converted', cancelled: 'already_cancelled' }],
  ['restore', 422, { draft: 'not_cancelled', issued: 'not_cancelled', converted: 'not_cancelled' }],
  ['return', 422, { draft: 'not_issued', converted: 'already_converted', cancelled: 'cancelled' }],
  ['convert', 409, { draft: 'not_issued', converted: 'already_converted', cancelled: 'cancelled' }],
  ['change the transport of', 409, { draft: 'not_issued', converted: 'already_converted', cancelled: 'cancelled' }],
];
const CASES = TABLE.flatMap(([action, refused, reasons]) =>
  STATUSES.map(status => [action, status, refused, reasons[status]] as const),
);

describe('the actions on a delivery note by its status (DLN-16)', () => {
  it.each(CASES)('%s of %s: rejected with %i by %s, or permitted', (action, status, refused, reason) => {
    const note = sampleNote({ status });
    const asked = () => permitted(DELIVERY_NOTE_STATES, action, note);
    if (reason === undefined) expect(asked()).toBe(note);
    else
      expect(asked).toThrow(
        expect.objectContaining({ status: refused, details: expect.objectContaining({ status, reason }) as object }),
      );
  });

  it.each<[TransportStatus | null, string | undefined]>([
    [null, undefined],
    ['nok', undefined],
    ['validation_failed', undefined],
    ['upload_failed', undefined],
    ['uploaded', 'declaration_in_progress'],
    ['ok', 'already_declared'],
  ])('the transport of an issued note whose declaration is in state %s: %s', (etransportStatus, reason) => {
    const note = sampleNote({ etransportStatus });
    const changed = () => permitted(DELIVERY_NOTE_STATES, 'change the transport of', note);
    if (reason === undefined) expect(changed()).toBe(note);
    else
      expect(changed).toThrow(expect.objectContaining({ status: 409, details: expect.objectContaining({ reason }) as object }));
  });
});

describe('invoiceDueBy: the 15th of the month after the supply (Cod fiscal, art. 319 (16))', () => {
  it.each([
    ['2026-01-31', '2026-02-15'],
    ['2025-12-01', '2026-01-15'],
    ['2024-02-29', '2024-03-15'],
  ])('of goods that left on %s it is %s', (issueDate, expected) => {
    expect(invoiceDueBy(sampleNote({ issueDate }))).toBe(expected);
  });

  it.each<[string, Partial<Pick<DeliveryNote, 'status' | 'invoiceFollows' | 'returnOf'>>]>([
    ['a draft', { status: 'draft' }],
    ['a converted note', { status: 'converted' }],
    ['a cancelled note', { status: 'cancelled' }],
    ['goods that are not sold', { invoiceFollows: false }],
    ['returned goods', { returnOf: { id: 'n', number: 'AVZ-001' } }],
  ])('%s has none', (_, note) => {
    expect(invoiceDueBy(sampleNote(note))).toBeNull();
  });
});
