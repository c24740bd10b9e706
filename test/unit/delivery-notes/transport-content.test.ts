import { describe, expect, it } from 'vitest';
import { declarationOfRecord, messageOf } from '#shared/documents/delivery-notes/transport/content.ts';
import { withNewMessage, withoutNotes } from '#shared/documents/delivery-notes/transport/messages.ts';
import { correctableUntil } from '#shared/authority/etransport/validity.ts';
import { ANA, declarableNote, declaredRecord, lastOf, recordOf, wholeOf } from './transport-record.ts';

const UIT = 'QNJD8F78UCV3CE63';
const byId = (...notes: ReturnType<typeof declarableNote>[]) => new Map(notes.map(note => [note.id, note]));

describe('the declared content of several notes', () => {
  const [first, second] = [
    declarableNote({ number: 'AVZ-1' }),
    declarableNote({ number: 'AVZ-2', etransportVehicleNumber: 'B2BBB' }),
  ];

  it('has route, vehicle and date of the first; goods and documents of all', () => {
    const declaration = declarationOfRecord(recordOf([wholeOf(first), wholeOf(second)]), byId(first, second));
    expect(declaration).toMatchObject({ vehicle: 'CJ12ABC', transportDate: '2026-03-02' });
    expect(declaration.goods).toHaveLength(2);
    expect(declaration.documents.map(({ number }) => number)).toEqual(['AVZ-1', 'AVZ-2']);
  });

  it('has those notes that still exist and travel with the record', () => {
    const record = withoutNotes(recordOf([wholeOf(first), wholeOf(second)]), [first.id], null);
    expect(declarationOfRecord(record, byId(first, second))).toMatchObject({
      vehicle: 'B2BBB',
      documents: [{ number: 'AVZ-2' }],
    });
    const whole = recordOf([wholeOf(first), wholeOf(second)]);
    expect(declarationOfRecord(whole, byId(second)).documents).toHaveLength(1);
    expect(() => declarationOfRecord(whole, new Map())).toThrow('at least one delivery note');
  });

  it('has the vehicle of the record, with its trailers, where it has one', () => {
    const vehicle = { vehicle: 'B9ZZZ', trailer1: 'B8REM', trailer2: null };
    expect(declarationOfRecord(recordOf([wholeOf(first)], vehicle), byId(first))).toMatchObject(vehicle);
  });
});

describe('a part of a line', () => {
  const note = declarableNote();
  const lineId = note.lines[0]!.id;
  const NOTHING = { netWeight: null, grossWeight: null, valueWithoutVat: null };
  it.each([
    ['all of it', { quantity: '100' }, ['100', '99.99', '110.00', '300.00']],
    ['a third', { quantity: '33.33' }, ['33.33', '33.33', '36.66', '99.99']],
    ['the minimum', { quantity: '0.01' }, ['0.01', '0.01', '0.01', '0.03']],
    [
      'its own value and weights',
      { quantity: '50', netWeight: '1', grossWeight: '2', valueWithoutVat: '3' },
      ['50', '1', '2', '3'],
    ],
  ])('%s', (_, part, expected) => {
    const record = recordOf([{ ...wholeOf(note), lines: [{ lineId, ...NOTHING, ...part }] }]);
    const { goods } = declarationOfRecord(record, byId(note));
    expect(goods.map(each => [each.quantity, each.netWeight, each.grossWeight, each.valueWithoutVat])).toEqual([expected]);
  });

  it('without a weight has none; lines that are not named are left out', () => {
    const bare = {
      ...note,
      lines: note.lines.flatMap(line => [
        { ...line, transport: null },
        { ...line, id: 'other' },
      ]),
    };
    const record = recordOf([{ ...wholeOf(note), lines: [{ lineId, ...NOTHING, quantity: '50' }] }]);
    expect(declarationOfRecord(record, byId(bare as typeof note)).goods).toMatchObject([{ netWeight: null, grossWeight: null }]);
  });
});

describe('a message', () => {
  const note = declarableNote();
  const record = recordOf([wholeOf(note)]);

  it('declares first, and corrects what the authority has already', () => {
    const { reference } = lastOf(record);
    expect(messageOf(record, lastOf(record), byId(note), null)).toMatchObject({ corrects: null, declaration: { reference } });
    expect(messageOf(record, lastOf(record), byId(note), UIT)).toMatchObject({ kind: 'notification', corrects: UIT });
  });

  it('of a correction has the new content, of this note only', () => {
    const other = declarableNote();
    const change = { lines: [{ uuid: note.lines[0]!.id, tariffCode: '0702', grossWeight: '120' }], etransportTrailer1: 'B8REM' };
    const both = declaredRecord(recordOf([wholeOf(note), wholeOf(other)]), UIT, { kind: 'correction', note: note.id, change });
    expect(messageOf(both, lastOf(both), byId(note, other), UIT)).toMatchObject({
      ...{
        corrects: UIT,
        declaration: { trailer1: 'B8REM', goods: [{ tariffCode: '0702', grossWeight: '120' }, { tariffCode: '07019050' }] },
      },
    });
    expect(note.etransportTrailer1).toBeNull();
  });

  it.each([
    [{ kind: 'deletion' }, { kind: 'deletion', uit: UIT }],
    [
      { kind: 'confirmation', outcome: 30, remark: 'Nu' },
      { kind: 'confirmation', outcome: 30, remark: 'Nu', uit: UIT },
    ],
    [
      {
        kind: 'vehicle_change',
        vehicle: 'B1AAA',
        trailer1: null,
        trailer2: null,
        changedAt: '2026-03-02T08:00:00.000Z',
        remark: null,
      },
      { kind: 'vehicle_change', vehicle: 'B1AAA', trailer1: null, changedAt: '2026-03-02T08:00:00.000Z', uit: UIT },
    ],
  ] as const)('about an identifier contains it: $kind', (content, expected) => {
    const declared = declaredRecord(record, UIT, content);
    const { reference } = lastOf(declared);
    expect(messageOf(declared, lastOf(declared), new Map(), UIT)).toMatchObject({
      ...expected,
      reference,
      declarant: '14399840',
    });
  });
});

describe('the reference of a message', () => {
  it.each(['A', 'AVZ-2026-001', 'X'.repeat(200)])(
    'begins with the number, has at most 50 characters, and is unique: %s',
    number => {
      let record = recordOf([wholeOf(declarableNote({ number }))]);
      for (let each = 0; each < 20; each++) record = withNewMessage(record, { kind: 'deletion' }, null);
      const references = record.messages.map(({ reference }) => reference);
      expect(new Set(references).size).toBe(21);
      for (const reference of references) {
        expect(reference.length).toBeLessThanOrEqual(50);
        expect(reference.startsWith(`${number.slice(0, 36)}/`)).toBe(true);
      }
    },
  );

  it('a record accepts 100 messages of callers; a cancellation is always possible', () => {
    const note = declarableNote();
    let record = recordOf([wholeOf(note)]);
    while (record.messages.length < 100)
      record = withNewMessage(record, { kind: 'confirmation', outcome: 10, remark: null }, null);
    expect(() => withNewMessage(record, { kind: 'deletion' }, null)).toThrow('at most 100 messages');
    const { messages } = withoutNotes(record, [note.id], { id: ANA.userId, name: ANA.name, email: ANA.email });
    expect(messages.at(-1)?.content.kind).toBe('deletion');
  });
});

describe('the days of an identifier', () => {
  it.each([
    ['2026-03-06', '2026-04-25'],
    ['2026-01-31', '2026-02-25'],
    ['2026-11-30', '2026-12-25'],
    ['2026-12-01', '2027-01-25'],
    ['2028-02-29', '2028-03-25'],
  ])('that ends on %s may be corrected until %s', (validUntil, expected) => {
    expect(correctableUntil(validUntil)).toBe(expected);
  });
});
