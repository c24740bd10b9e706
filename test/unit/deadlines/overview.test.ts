import { describe, expect, it } from 'vitest';
import { newId } from '#shared/base/kernel/ids.ts';
import { overviewOf } from '#shared/documents/deadlines/overview.ts';
import { INVOICE_LIST } from '#shared/documents/invoices/list/definition.ts';
import { columnsOf } from '#shared/documents/lists/columns.ts';
import type { TaxauthToken } from '#shared/authority/taxauth/connections/model.ts';
import type { Company } from '#shared/model/company.ts';
import { type InvoiceRow, rowOf } from '#shared/model/invoice-row.ts';
import { type DocumentOverrides, sampleBuyer, sampleDocument, sampleSeller } from '../../support/documents.ts';

const DAY = '2026-12-02';
const COMPANY = {
  ...{ id: newId(), name: 'Atelierul', cif: '40123452', syncEnabled: true },
  ...{ lastSyncedAt: '2026-12-01T10:00:00.000Z', createdAt: '2026-01-01T10:00:00.000Z' },
} as unknown as Company;
const token = (expiresAt: string): TaxauthToken => ({ validatedCifs: ['40123452'], expiresAt }) as TaxauthToken;

let made = 0;
const row = (overrides: DocumentOverrides, amounts: Partial<InvoiceRow> = {}): InvoiceRow => ({
  ...rowOf(sampleDocument({ id: newId(), number: `FCT-${++made}`, status: 'issued', ...overrides })),
  ...amounts,
});
/** The overview of rows, of which the last has changed since the list's file was made. */
const overview = (rows: InvoiceRow[], company: Partial<Company> = {}, tokens: TaxauthToken[] = []) => {
  const [kept, changed] = [rows.slice(0, -1), rows.slice(-1)];
  const list = {
    columns: columnsOf(kept, INVOICE_LIST.amounts),
    changes: changed.map(one => ({ id: one.id, row: one })),
  };
  return overviewOf({ ...COMPANY, ...company }, tokens, list, DAY);
};
const numbers = ({ documents }: { documents: { number: string }[] }) => documents.map(({ number }) => number);

describe('what has to be sent to the authority (REP-17)', () => {
  it('this week, late, and rejected: by deadline and status', () => {
    const rows = [
      row({ number: 'LATE', issueDate: '2026-11-20' }),
      row({ number: 'TODAY', issueDate: '2026-11-23' }),
      row({ number: 'SEVENTH', issueDate: '2026-11-27' }),
      row({ number: 'NEXT', issueDate: '2026-12-02' }),
      row({ number: 'REFUSED', issueDate: '2026-11-19', status: 'rejected' }),
      row({
        number: 'ABROAD',
        issueDate: '2026-11-18',
        status: 'error',
        client: sampleBuyer({ country: 'DE', cif: 'DE1', vatCode: null }),
      }),
      row({ number: 'SENT', issueDate: '2026-11-20', status: 'validated' }),
      row({ number: 'DRAFT', issueDate: '2026-11-20', status: 'draft' }),
    ];
    const { dueThisWeek, late, rejected } = overview(rows);
    expect(numbers(late)).toEqual(['REFUSED', 'LATE']);
    expect(numbers(dueThisWeek)).toEqual(['TODAY', 'SEVENTH']);
    expect(numbers(rejected)).toEqual(['ABROAD', 'REFUSED']);
    expect(dueThisWeek.documents[1]).toEqual({
      ...{ id: rows[2]?.id, number: 'SEVENTH', status: 'issued', issueDate: '2026-11-27', clientName: rows[2]?.clientName },
      taxauthDeadline: '2026-12-08',
    });
    expect(rejected.documents[0]?.taxauthDeadline).toBeNull();
  });

  it('counts all of them and names the first 20', () => {
    const { late } = overview(Array.from({ length: 25 }, () => row({ issueDate: '2026-11-02' })));
    expect([late.count, late.documents.length]).toEqual([25, 20]);
  });

  it('is nothing for a company without documents', () => {
    const nothing = { count: 0, documents: [] };
    expect(overview([])).toMatchObject({ dueThisWeek: nothing, late: nothing, rejected: nothing, unpaid: [] });
  });
});

describe('unpaid sales by age (REP-18)', () => {
  const owed = (dueDate: string | null, balance: string, overrides: DocumentOverrides = {}) =>
    row({ dueDate, ...overrides }, { balance });

  it('sums balances by currency and days after the due date', () => {
    const rows = [
      ...[owed('2026-12-02', '1.10'), owed(null, '2.20'), owed('2026-12-01', '4.00'), owed('2026-11-02', '8.00')],
      ...[owed('2026-11-01', '16.00'), owed('2026-10-03', '32.00'), owed('2026-10-02', '64.00'), owed('2026-09-03', '128.00')],
      ...[owed('2026-09-02', '256.00'), owed('2020-01-01', '512.00'), owed('2026-12-24', '5.00', { currency: 'EUR' })],
      // Nothing is owed to the company on these.
      ...[
        owed('2026-10-01', '0.00'),
        owed('2026-10-01', '9.00', { status: 'draft' }),
        owed('2026-10-01', '9.00', { status: 'cancelled' }),
      ],
      ...[
        owed('2026-10-01', '9.00', { direction: 'incoming', status: 'synced', seller: sampleSeller({ id: newId() }) }),
        owed('2026-10-01', '9.00', { invoiceTypeCode: '389' }),
      ],
    ];
    expect(overview(rows).unpaid).toEqual([
      { currency: 'EUR', count: 1, total: 5, byAge: { current: 5, upTo30: 0, upTo60: 0, upTo90: 0, over90: 0 } },
      { currency: 'RON', count: 10, total: 1023.3, byAge: { current: 3.3, upTo30: 12, upTo60: 48, upTo90: 192, over90: 768 } },
    ]);
  });

  it('includes what a client has issued in the name of the company', () => {
    const issuedByClient = { ...owed('2026-12-24', '7.00', { direction: 'incoming', status: 'synced' }), selfBilled: true };
    expect(overview([issuedByClient]).unpaid).toMatchObject([{ currency: 'RON', count: 1, total: 7 }]);
  });
});

describe('connection and synchronization (REP-19)', () => {
  it.each([
    ['2027-01-02T10:00:00.000Z', 31, false],
    ['2027-01-01T10:00:00.000Z', 30, true],
    ['2026-12-02T10:00:00.000Z', 0, true],
    ['2026-11-30T10:00:00.000Z', -2, true],
  ])('a connection until %s has %i days left', (expiresAt, daysLeft, isEnding) => {
    const { connection } = overview([], {}, [token('2026-10-01T10:00:00.000Z'), token(expiresAt)]);
    expect(connection).toEqual({ expiresAt: expiresAt.replace('.000', ''), daysLeft, isEnding });
  });

  it.each([
    [{ lastSyncedAt: '2026-11-03T10:00:00.000Z' }, { enabled: true, days: 29, isStale: false }],
    [{ lastSyncedAt: '2026-11-02T10:00:00.000Z' }, { enabled: true, days: 30, isStale: true }],
    [{ lastSyncedAt: null }, { enabled: true, lastSyncedAt: null, days: 335, isStale: true }],
    [
      { lastSyncedAt: null, syncEnabled: false },
      { enabled: false, days: null, isStale: false },
    ],
  ])('%o: %o', (company, sync) => {
    expect(overview([], company)).toMatchObject({ sync, connection: { expiresAt: null, daysLeft: null, isEnding: false } });
  });
});
