import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entriesOf } from '#shared/documents/reports/control-file/entries.ts';
import { findingInRomanian } from '#shared/documents/reports/control-file/findings.ts';
import { numbersOf, sequenceIn } from '#shared/documents/reports/control-file/listed.ts';
import {
  anchorsText,
  eventText,
  fieldText,
  moreChangesText,
  valueText,
  verdictText,
} from '#shared/documents/reports/control-file/texts.ts';
import { columnsOf } from '#shared/documents/lists/columns.ts';
import type { ToldEvent } from '#shared/model/register/history.ts';
import type { AuditedNumber } from '#shared/documents/audit/series.ts';
import { formatNumber, type Series } from '#shared/records/catalogue/series/store.ts';

/** The parts of a control file (REP-61 to REP-65). */

const SERIES = { id: 's', prefix: 'FCT-', year: 2026, type: 'invoice' } as Series;

describe('The number of a document in its series', () => {
  it('is read from its printed form', () => {
    for (const sequence of [1, 12, 999, 1000, 123_456_789])
      expect(sequenceIn(SERIES, formatNumber(SERIES, sequence))).toBe(sequence);
  });

  it.each(['FCT-2026-01', 'FCT-2025-001', 'FCT-001', 'DRAFT-0a1b2c3d', 'X-FCT-2026-001', 'FCT-2026-0001', '', 'FCT-2026-'])(
    'is none of the series for %j',
    number => {
      expect(sequenceIn(SERIES, number)).toBeUndefined();
    },
  );

  it('is not taken from documents of suppliers or of another type, and from the newest row of each document', () => {
    const row = (id: string, number: string, more: object = {}) => ({
      ...{ id, number, status: 'issued', issueDate: '2026-03-01', createdAt: '', isCreditNote: false },
      ...more,
    });
    const columns = columnsOf(
      [
        row('a', 'FCT-2026-001'),
        row('b', 'FCT-2026-002', { status: 'synced' }),
        row('c', 'FCT-2026-003', { isCreditNote: true }),
        row('d', 'FCT-2026-004'),
        row('e', 'DRAFT-1'),
      ],
      [],
    );
    const changes = [
      { id: 'd', row: undefined },
      { id: 'e', row: row('e', 'FCT-2026-005', { issueDate: '2026-04-01' }) },
    ];
    expect(numbersOf({ columns, changes }, SERIES)).toEqual([
      { id: 'a', sequence: 1, day: '2026-03-01' },
      { id: 'e', sequence: 5, day: '2026-04-01' },
    ]);
  });
});

describe('The entries of a control file', () => {
  const number = (sequence: number, more: object = {}, document: object | null = { status: 'issued', issueDate: '2026-03-01' }) =>
    ({
      taken: { sequence, number: `FCT-${sequence}`, invoiceId: `d${sequence}`, ...more },
      ...{ document, events: [], hashes: [], problems: [], notes: [] },
    }) as unknown as AuditedNumber;
  const change = (from: number, to: number) => ({
    ...{ from, to, reason: `${from} to ${to}`, by: { id: 'a', name: 'Ana', email: null }, at: '2026-03-01T10:00:00.000Z' },
  });

  it('are one for each number, and one for each range that is missing, with why', () => {
    const entries = entriesOf(SERIES, [number(3), number(7)], { from: 2, to: 9 }, [change(3, 6), change(8, 9), change(9, 20)]);
    expect(entries.map(one => [one.sequence, one.lastSequence, one.state, one.counterChanges.length])).toEqual([
      [2, 2, 'missing', 0],
      [3, 3, 'issued', 0],
      [4, 6, 'missing', 1],
      [7, 7, 'issued', 0],
      [8, 9, 'missing', 1],
    ]);
    expect(entries[2]?.number).toBe('FCT-2026-004 – FCT-2026-006');
  });

  it.each<[what: string, more: object, document: object | null, state: string]>([
    ['in force', {}, { status: 'validated' }, 'issued'],
    ['cancelled', {}, { status: 'cancelled' }, 'cancelled'],
    ['restored', {}, { status: 'draft' }, 'draft'],
    ['deleted', { deletedAt: '2026-03-02T10:00:00.000Z' }, null, 'deleted'],
    ['removed', { expired: { at: '2026-03-02T10:00:00.000Z', issueDate: '2019-01-01' } }, null, 'removed'],
    ['without anything that says where it is', {}, null, 'gone'],
  ])('say of a document that it is %s', (_what, more, document, state) => {
    expect(entriesOf(SERIES, [number(1, more, document)], { from: 1, to: 1 }, [])[0]?.state).toBe(state);
  });

  it('never have the personal number of a client', () => {
    const client = { name: 'Ion Pop', cif: null, vatCode: null, cnp: '1960101410019' };
    const [entry] = entriesOf(SERIES, [number(1, {}, { status: 'issued', client })], { from: 1, to: 1 }, []);
    expect(entry?.partner).toEqual({ name: 'Ion Pop', cif: null });
    expect(JSON.stringify(entry)).not.toContain('1960101410019');
  });
});

describe('The words of a control file', () => {
  const root = join(import.meta.dirname, '../../..', 'shared/documents');
  const SOURCES = [
    ...['audit/series.ts', 'audit/anchored.ts', 'common/verify.ts', 'invoices/audit/verify.ts', 'anchors/compare.ts'],
    'receipts/audit.ts',
  ];
  /** The sentences of the audit in its source, with a value in place of each part that depends on the finding. */
  const sentences = SOURCES.flatMap(file =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(['`])((?:The|Timeline|Stored|Its|On|Number) [^'`]*[.}])\1/g)].map(
      ([, , text = '']) =>
        text
          .replace('${what}', 'payment')
          .replaceAll(/\$\{(message)\}/g, 'The document that took the number is gone.')
          .replaceAll(/\$\{[^}]+\}/g, '7'),
    ),
  );

  it('say every finding of the audit in Romanian', () => {
    expect(sentences.length).toBeGreaterThan(25);
    const known = sentences.map(finding => [finding, findingInRomanian(finding)]);
    expect(known.filter(([finding, romanian]) => finding === romanian)).toEqual([]);
    expect(known.filter(([, romanian]) => /\b(?:The|the|was|outside)\b|\$\d/.test(romanian ?? ''))).toEqual([]);
  });

  it.each([
    ['The payment p-1 was moved outside of the service.', 'Plata p-1 a fost mutată în afara aplicației.'],
    ['The document d-1 was moved outside of the service.', 'Documentul d-1 a fost mutat în afara aplicației.'],
    ['Number 7: The document that took the number is gone.', 'Numărul 7: Documentul care a primit numărul nu mai există.'],
    [
      'Its date 2026-03-01 is before 2026-03-05, the date of FCT-6.',
      'Data 2026-03-01 este anterioară datei 2026-03-05 a numărului FCT-6, emis înaintea lui.',
    ],
    ['Something else.', 'Something else.'],
  ])('%s', (finding, romanian) => {
    expect(findingInRomanian(finding)).toBe(romanian);
  });

  it.each<[Partial<ToldEvent>, string]>([
    [{ type: 'status_change', status: 'draft' }, 'Readus în lucru'],
    [{ type: 'updated', details: 'Credited by NC-1: 121.00 RON' }, 'Stornat prin NC-1: 121.00 RON'],
    [{ type: 'updated', details: 'Drawn by FCT-9: 100.00 RON without VAT' }, 'Avans dedus prin FCT-9: 100.00 RON fără TVA'],
    [{ type: 'updated', details: 'Invoice updated', changes: [{ field: 'notes', from: 1, to: 2 }] }, 'Modificat'],
    [{ type: 'taxauth_rejected', details: 'Rejected' }, 'Respins de autoritatea fiscală'],
  ])('say of %j: %s', (event, text) => {
    expect(eventText({ status: null, details: '', changes: [], ...event } as ToldEvent)).toBe(text);
  });

  it.each([
    [1, 'o constatare', 'încă un câmp', 'o ancoră, din 2026-03-31'],
    [19, '19 constatări', 'încă 19 câmpuri', '19 ancore, de la 2026-03-01 până la 2026-03-31'],
    [25, '25 de constatări', 'încă 25 de câmpuri', '25 de ancore, de la 2026-03-01 până la 2026-03-31'],
    [101, '101 constatări', 'încă 101 câmpuri', '101 ancore, de la 2026-03-01 până la 2026-03-31'],
    [120, '120 de constatări', 'încă 120 de câmpuri', '120 de ancore, de la 2026-03-01 până la 2026-03-31'],
  ])('count %i things with "de" from 20 on', (count, findings, fields, anchors) => {
    expect(verdictText({ problems: Array<string>(count).fill(''), entries: [] })).toBe(`Lanțul NU este integru: ${findings}`);
    expect(moreChangesText({ moreChanges: count })).toBe(fields);
    expect(anchorsText({ anchors: { count, first: '2026-03-01', last: '2026-03-31', upTo: 7 } })).toBe(
      `${anchors}; ultima acoperă seria până la numărul 7.`,
    );
  });

  it('name fields and values', () => {
    expect(['lines.0.unitPrice', 'client.name', 'someField'].map(fieldText)).toEqual([
      ...['linia 1, prețul unitar', 'numele clientului', 'someField'],
    ]);
    expect([null, '', true, 0, 'x', ['a']].map(valueText)).toEqual(['(gol)', '(gol)', 'da', '0', 'x', '["a"]']);
  });
});
