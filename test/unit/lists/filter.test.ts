import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INVOICE_LIST } from '#shared/documents/invoices/list/definition.ts';
import { countMatches, isCountable } from '#shared/documents/invoices/list/filter.ts';
import { listQuery, type ListQuery } from '#shared/documents/invoices/list/query.ts';
import { rowOrder as orderOf } from '#shared/documents/lists/order.ts';
import { rowMatches as rowMatchesOf } from '#shared/documents/lists/select.ts';
import { type InvoiceRow, rowOf } from '#shared/model/invoice-row.ts';
import { type DocumentOverrides, sampleBuyer, sampleDocument, sampleLine } from '../../support/documents.ts';
import { generated } from '../../support/effort.ts';

const rowMatches = (row: InvoiceRow, asked: ListQuery, day?: string): boolean => rowMatchesOf(INVOICE_LIST, row, asked, day);
const rowOrder = (asked: Pick<ListQuery, 'sort' | 'order'>) => orderOf<InvoiceRow>(INVOICE_LIST, asked);
const query = (text: string): ListQuery => listQuery().parse(Object.fromEntries(new URLSearchParams(text)));
const row = (overrides: DocumentOverrides = {}, amounts: Partial<InvoiceRow> = {}): InvoiceRow => ({
  ...rowOf(sampleDocument(overrides)),
  ...amounts,
});
const DAY = '2026-04-02';
const matches = (one: InvoiceRow, text: string, day = DAY): boolean => rowMatches(one, query(text), day);

describe('search: part of number, buyer, receiver or tax number, ignoring case (INV-70)', () => {
  const one = row({
    number: 'FCT-2026-042',
    client: sampleBuyer({ name: 'Șantierul Verde SA', cif: '18547290' }),
    receiverName: 'Depozit Ștefănești',
  });

  it.each([
    ['fct-2026', true],
    ['26-04', true],
    ['FCT 2026', false],
    ['santierul VERDE', true],
    ['ȘANTIER', true],
    ['stefanesti', true],
    ['18547290', true],
    ['RO18547290', true],
    ['ro 1854', true],
    ['40123452', true],
    ['RO40123452', true],
    ['5472', true],
    ['R', true],
    ['ROB', false],
    ['-', true],
    ['%', false],
    ['Иван', false],
  ])('%s: %s', (search, expected) => {
    expect(rowMatches(one, { ...query(''), search }, DAY)).toBe(expected);
  });

  it('a received document is found by the name of its supplier; one of the company’s own not by that of the company', () => {
    const seller = { ...sampleDocument().seller, name: 'Furnizorul Țepeș SRL' };
    const received = row({ direction: 'incoming', status: 'synced', seller });
    expect(['tepes', 'furnizorul ț', 'tepeș sa'].map(search => matches(received, `search=${search}`))).toEqual([
      true,
      true,
      false,
    ]);
    expect(matches(row({ seller }), 'search=tepes')).toBe(false);
    expect(matches(received, 'search=tepes&direction=outgoing')).toBe(false);
  });

  it('letters of any alphabet are found', () => {
    const greek = row({ client: sampleBuyer({ name: 'Ελληνικά ΑΕ' }) });
    expect([matches(greek, 'search=ελληνικα'), matches(one, 'search=ελληνικα')]).toEqual([true, false]);
  });
});

describe('computed words and filters', () => {
  const due = { dueDate: '2026-04-01' };
  it.each<[string, InvoiceRow, Record<string, boolean>]>([
    ['open and overdue', row(due), { overdue: true, paid: false, partially_paid: false, issued: true, 'draft,overdue': true }],
    ['paid', row(due, { amountPaid: '121.00', balance: '0.00' }), { overdue: false, paid: true, partially_paid: false }],
    [
      'paid the part that was not prepaid',
      row({ ...due, ublExtensions: { prepaidAmount: '20' } }, { amountPaid: '101.00', balance: '0.00' }),
      { overdue: false, paid: true, partially_paid: false },
    ],
    ['half paid', row(due, { amountPaid: '21.00', balance: '100.00' }), { overdue: true, paid: false, partially_paid: true }],
    [
      'a paid draft',
      row({ ...due, status: 'draft' }, { amountPaid: '121.00', balance: '0.00' }),
      { paid: false, draft: true, overdue: false },
    ],
    [
      'a cancelled one',
      row({ ...due, status: 'cancelled' }, { amountPaid: '121.00' }),
      { paid: false, cancelled: true, overdue: false },
    ],
    [
      'a refund',
      row({ lines: [sampleLine({ quantity: '-1' })] }, { amountPaid: '-121.00', balance: '0.00' }),
      { paid: true, overdue: false },
    ],
  ])('status: %s', (_, one, expected) => {
    for (const [word, is] of Object.entries(expected)) expect(matches(one, `status=${word}`), word).toBe(is);
  });

  it('isPaid and isOverdue accept both values', () => {
    const open = row(due);
    expect(['isPaid=true', 'isPaid=false', 'isOverdue=true', 'isOverdue=false'].map(text => matches(open, text))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('by the deadline at the authority: late, and still to be sent before a day (INV-87)', () => {
    const [today, september] = ['2026-11-05', { delivery: { actualDeliveryDate: '2026-09-30' } }];
    const found = (overrides: Parameters<typeof row>[0]): boolean[] =>
      ['taxauthLate=true', 'taxauthLate=false', 'taxauthDeadlineBefore=2026-11-04', 'taxauthDeadlineBefore=2026-11-05'].map(
        text => matches(row({ issueDate: '2026-10-28', ...overrides }), text, today),
      );
    expect(found({})).toEqual([true, false, false, true]);
    expect(found({ status: 'rejected' })).toEqual([true, false, false, true]);
    expect(found({ ublExtensions: september })).toEqual([true, false, true, true]);
    expect(found({ issueDate: '2026-10-29' })).toEqual([false, true, false, false]);
    const nothing = [false, true, false, false];
    expect(found({ status: 'validated' })).toEqual(nothing);
    expect(found({ status: 'draft' })).toEqual(nothing);
    expect(found({ status: 'synced', direction: 'incoming' })).toEqual(nothing);
    expect(found({ client: sampleBuyer({ country: 'DE', cif: 'DE136695976', vatCode: null }) })).toEqual(nothing);
  });

  it('totals are compared as decimals, limits included', () => {
    const one = row({ lines: [sampleLine({ unitPrice: '9' })] });
    expect(
      ['totalMin=10.89', 'totalMin=10.9', 'totalMax=10.89', 'totalMax=9', 'totalMin=-5'].map(text => matches(one, text)),
    ).toEqual([true, false, true, false, true]);
  });
});

describe('queries that are answered from counters', () => {
  it.each([
    ['', true],
    ['status=draft,issued&direction=outgoing&isCreditNote=false&currency=EUR&from=2026-01-05&to=2026-02-01', true],
    ['status=paid', false],
    ['status=draft,overdue', false],
    ['search=x', false],
    ['clientId=0198c0de-0000-7000-8000-000000000001', false],
    ['totalMin=1', false],
    ['isPaid=false', false],
    ['status=cancelled&taxauthStatus=validated', false],
    ['taxauthLate=false', false],
    ['taxauthDeadlineBefore=2026-12-01', false],
  ])('%s: %s', (text, expected) => {
    expect(isCountable(query(text))).toBe(expected);
  });

  it('a bucket matches a query as its documents do', () => {
    fc.assert(
      fc.property(
        fc.record({
          status: fc.constantFrom('draft' as const, 'issued' as const),
          direction: fc.constantFrom('incoming' as const, 'outgoing' as const),
          isCreditNote: fc.boolean(),
          currency: fc.constantFrom('RON', 'EUR'),
        }),
        fc.constantFrom(
          '',
          'status=draft',
          'status=issued,validated',
          'direction=incoming',
          'isCreditNote=true',
          'currency=ron&status=issued',
        ),
        (fields, text) => {
          const bucket = { count: 1, amounts: [], ...fields };
          expect(countMatches(bucket, query(text))).toBe(matches(row(fields), text));
        },
      ),
      generated({ runs: 100, seed: 20261121 }),
    );
  });
});

describe('order', () => {
  const anyRow = fc
    .record({
      issueDate: fc.constantFrom('2026-01-01', '2026-01-02'),
      dueDate: fc.constantFrom(null, '2026-02-01', '2026-02-02'),
      number: fc.constantFrom('FCT-9', 'FCT-10', 'DRAFT-0a', 'fct-9'),
      createdAt: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z'),
      id: fc.uuid(),
      total: fc.constantFrom('9.00', '10.00', '-1.00'),
    })
    .map(({ total, ...fields }) => row(fields, { total }));

  it('is total for every sort and direction: the original order does not matter', () => {
    const sorts = ['issueDate', 'number', 'total', 'dueDate', 'createdAt'] as const;
    fc.assert(
      fc.property(
        fc.uniqueArray(anyRow, { selector: one => one.id, maxLength: 30 }),
        fc.constantFrom(...sorts),
        fc.constantFrom('asc' as const, 'desc' as const),
        (rows, sort, order) => {
          const by = rowOrder({ ...query(''), sort, order });
          const sorted = rows.toSorted(by).map(one => one.id);
          expect(
            rows
              .toReversed()
              .toSorted(by)
              .map(one => one.id),
          ).toEqual(sorted);
        },
      ),
      generated({ runs: 100, seed: 20261121 }),
    );
  });

  it('of numbers is numeric: 9 before 10', () => {
    const numbers = ['FCT-10', 'FCT-9', 'FCT-100'].map(number => row({ number }));
    const sorted = numbers.toSorted(rowOrder({ ...query('sort=number&order=asc') }));
    expect(sorted.map(one => one.number)).toEqual(['FCT-9', 'FCT-10', 'FCT-100']);
  });

  it('of ties is that of creation, newest first, in both directions', () => {
    const rows = [1, 3, 2].map(second => row({ createdAt: `2026-01-01T00:00:0${second}.000Z` }));
    for (const order of ['asc', 'desc']) {
      const sorted = rows.toSorted(rowOrder(query(`order=${order}`)));
      expect(sorted.map(one => one.createdAt.slice(18, 19))).toEqual(['3', '2', '1']);
    }
  });
});
