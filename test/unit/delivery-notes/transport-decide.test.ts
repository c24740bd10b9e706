import { describe, expect, it } from 'vitest';
import { messageOf } from '#shared/documents/delivery-notes/transport/content.ts';
import type { MessageContent, TransportRecord } from '#shared/documents/delivery-notes/transport/record.ts';
import { decided, type Decision } from '#shared/documents/delivery-notes/transport/sending/decide.ts';
import type { DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import { declarableNote, declaredRecord, lastOf, recordOf, showing, wholeOf } from './transport-record.ts';

/** The effect of the end of each kind of message on its record and on a note in every status. */

const UIT = 'QNJD8F78UCV3CE63';
const AT = '2026-03-02T08:00:00.000Z';

const CONTENTS = {
  notification: { kind: 'notification' },
  correction: {
    kind: 'correction',
    note: 'n',
    change: { etransportVehicleNumber: 'B77NEW', etransportTransportDate: '2026-03-05' },
  },
  deletion: { kind: 'deletion' },
  confirmation: { kind: 'confirmation', outcome: 20, remark: 'Lipsă' },
  vehicle_change: { kind: 'vehicle_change', vehicle: 'B88NEW', trailer1: null, trailer2: null, changedAt: AT, remark: null },
} satisfies Record<string, MessageContent>;
type Kind = keyof typeof CONTENTS;

const ENDS = {
  ok: { state: 'ok', uit: UIT },
  nok: { state: 'nok', errors: ['[BR-1]-Nu'] },
  validation_failed: { state: 'validation_failed', errors: ['[BR-1] Nu'] },
  upload_failed: { state: 'upload_failed', errors: ['Nu'] },
  withdrawn: { state: 'withdrawn' },
} satisfies Record<string, Decision>;
type End = keyof typeof ENDS;

type Status = 'issued' | 'converted' | 'cancelled' | 'gone' | 'restored';
const STATUSES: Status[] = ['issued', 'converted', 'cancelled', 'gone', 'restored'];

function end(kind: Kind, state: End, status: Status) {
  const plain = declarableNote({ id: 'n' });
  const first = recordOf([wholeOf(plain)]);
  const record = kind === 'notification' ? first : declaredRecord(first, UIT, CONTENTS[kind]);
  const inForce = showing(plain, record, { status: status === 'converted' || status === 'cancelled' ? status : 'issued' });
  const restored: DeliveryNoteDocument = { ...plain, status: 'draft', transportRecords: [] };
  const note = status === 'gone' ? undefined : status === 'restored' ? restored : inForce;
  const notes = new Map(note ? [[note.id, note]] : []);
  const message = lastOf(record);
  const after = decided(record, message, ENDS[state], notes, AT);
  const ended = after.record.messages.find(({ id }) => id === message.id);
  return {
    record,
    after: after.record,
    change: after.notes[0],
    ended,
    queued: after.record.messages.slice(record.messages.length),
  };
}

const queuedKinds = ({ queued }: { queued: TransportRecord['messages'] }) => queued.map(({ content }) => content.kind);

/** By kind and end: the record's status and the note's, and the webhook event. */
const RULES: [Kind, End, TransportRecord['status'], string | null, string | null][] = [
  ['notification', 'ok', 'ok', 'ok', 'etransport.accepted'],
  ['notification', 'nok', 'nok', 'nok', 'etransport.rejected'],
  ['notification', 'validation_failed', 'validation_failed', 'validation_failed', 'etransport.failed'],
  ['notification', 'upload_failed', 'upload_failed', 'upload_failed', 'etransport.failed'],
  ['notification', 'withdrawn', 'deleted', null, null],
  ['correction', 'ok', 'ok', 'ok', 'etransport.accepted'],
  ['correction', 'withdrawn', 'ok', 'ok', null],
  ['deletion', 'ok', 'deleted', null, null],
  ['confirmation', 'ok', 'ok', 'ok', null],
  ['vehicle_change', 'ok', 'ok', 'ok', null],
  ...(['correction', 'deletion', 'confirmation', 'vehicle_change'] as const).flatMap(kind => [
    [kind, 'nok', 'ok', 'ok', 'etransport.rejected'] as [Kind, End, 'ok', string, string],
    [kind, 'validation_failed', 'ok', 'ok', 'etransport.failed'] as [Kind, End, 'ok', string, string],
    [kind, 'upload_failed', 'ok', 'ok', 'etransport.failed'] as [Kind, End, 'ok', string, string],
  ]),
];

describe.each(RULES)('%s that ends %s', (kind, state, recordStatus, noteStatus, event) => {
  it.each(STATUSES)('of a note that is %s', status => {
    const found = end(kind, state, status);
    const { after, change, ended } = found;
    expect([after.status, ended?.state, ended?.decidedAt]).toEqual([recordStatus, state, AT]);
    // An accepted declaration of a note that no longer needs it is taken back.
    const isTakenBack = kind === 'notification' && state === 'ok' && status !== 'issued' && status !== 'converted';
    expect(queuedKinds(found)).toEqual(isTakenBack ? ['deletion'] : []);
    // The content of a correction is not kept beyond its end.
    if (ended?.content.kind === 'correction') expect(ended.content.change).toBeNull();
    if (status === 'gone' || status === 'restored' || (kind === 'correction' && state === 'withdrawn')) {
      expect(change?.notifications ?? []).toEqual(
        status === 'restored' && kind === 'correction' && state === 'ok' ? [expect.anything()] : [],
      );
      return;
    }
    const keepsIdentifier = kind === 'deletion' && state === 'ok' && status === 'cancelled';
    expect(change?.after).toMatchObject({ status, etransportStatus: keepsIdentifier ? 'ok' : noteStatus });
    expect(change?.after.etransportDeletedAt).toBe(keepsIdentifier ? AT : null);
    expect(change?.notifications.map(({ type }) => type)).toEqual(event ? [event] : []);
    expect(change?.after.etransportUit).toBe(after.status === 'ok' || keepsIdentifier ? UIT : null);
  });
});

describe('an accepted message changes', () => {
  it('the last day of a declaration, and of its correction', () => {
    expect(end('notification', 'ok', 'issued').change?.after.etransportValidUntil).toBe('2026-03-06');
    const { after, change } = end('correction', 'ok', 'issued');
    expect([after.validUntil, change?.after.etransportValidUntil]).toEqual(['2026-03-09', '2026-03-09']);
    expect(change?.after).toMatchObject({ etransportVehicleNumber: 'B77NEW', etransportTransportDate: '2026-03-05' });
  });

  it('the vehicle of the note; of a record with its own vehicle, that', () => {
    const { after, change } = end('vehicle_change', 'ok', 'issued');
    expect([after.vehicle, change?.after.etransportVehicleNumber]).toEqual([null, 'B88NEW']);
    const note = declarableNote();
    const vehicle = { vehicle: 'B1AAA', trailer1: null, trailer2: null };
    const record = declaredRecord(recordOf([wholeOf(note)], vehicle), UIT, CONTENTS.vehicle_change);
    const own = decided(record, lastOf(record), ENDS.ok, new Map([[note.id, showing(note, record)]]), AT);
    expect([own.record.vehicle?.vehicle, own.notes[0]?.after.etransportVehicleNumber]).toEqual(['B88NEW', 'CJ12ABC']);
  });

  it('by a correction, the vehicle of a record that has its own: not that of the note', () => {
    const note = declarableNote({ id: 'n' });
    const vehicle = { vehicle: 'B1AAA', trailer1: 'B2REM', trailer2: null };
    const record = declaredRecord(recordOf([wholeOf(note)], vehicle), UIT, CONTENTS.correction);
    const notes = new Map([[note.id, showing(note, record)]]);
    expect(messageOf(record, lastOf(record), notes, UIT)).toMatchObject({
      declaration: { vehicle: 'B77NEW', trailer1: 'B2REM' },
    });
    const after = decided(record, lastOf(record), ENDS.ok, notes, AT);
    expect(after.record.vehicle).toEqual({ ...vehicle, vehicle: 'B77NEW' });
    expect(after.notes[0]?.after).toMatchObject({ etransportVehicleNumber: 'CJ12ABC', etransportTransportDate: '2026-03-05' });
  });

  it("the receiver's outcome", () => {
    expect(end('confirmation', 'ok', 'issued').after.confirmation).toEqual({ outcome: 20, remark: 'Lipsă', at: AT });
  });

  it('of two notes of which one was cancelled meanwhile: the other is declared again alone', () => {
    const [one, other] = [declarableNote(), declarableNote()];
    const record = recordOf([wholeOf(one), wholeOf(other)]);
    const notes = new Map([
      [one.id, showing(one, record, { status: 'cancelled' })],
      [other.id, showing(other, record)],
    ]);
    const after = decided(record, lastOf(record), ENDS.ok, notes, AT);
    expect(lastOf(after.record).content).toEqual({ kind: 'correction', note: null, change: null });
    expect(after.record.parts.map(({ isRemoved }) => isRemoved ?? false)).toEqual([true, false]);
    expect(after.notes.map(({ after: note }) => note.etransportUit)).toEqual([UIT, UIT]);
  });
});
