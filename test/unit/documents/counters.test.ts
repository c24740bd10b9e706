import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { clientChanges } from '#shared/documents/invoices/client-changes/client-counts.ts';
import { counterChanges, counterWrites, countsOf } from '#shared/documents/common/counters.ts';
import { INVOICE_COUNTERS, invoiceCount } from '#shared/documents/invoices/list/counters.ts';
import { CurrencySums } from '#shared/documents/invoices/list/sums.ts';
import { rowReader } from '#shared/documents/lists/columns.ts';
import { withAmounts } from '#shared/model/amounts/payable.ts';
import { rowOf } from '#shared/model/invoice-row.ts';
import { INVOICE_STATUSES, type Invoice } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { LineInput } from '#shared/model/line.ts';
import { sampleDocument, sampleLine } from '../../support/documents.ts';
import { generated } from '../../support/effort.ts';

const arbitraryDocument: fc.Arbitrary<Invoice> = fc
  .record({
    issueDate: fc.constantFrom('2026-01-31', '2026-02-01', '2026-02-28', '2027-02-01'),
    direction: fc.constantFrom('incoming' as const, 'outgoing' as const),
    isCreditNote: fc.boolean(),
    status: fc.constantFrom(...INVOICE_STATUSES),
    currency: fc.constantFrom('RON', 'EUR'),
    clientId: fc.constantFrom(null, 'a', 'b'),
    taxauthStatus: fc.constantFrom(null, 'validated' as const),
    invoiceTypeCode: fc.constantFrom('380', '389'),
    reduction: fc.constantFrom(0, 0, 500),
    prepaid: fc.constantFrom(0, 0, 300),
    exchangeRate: fc.constantFrom('1', '4.976543'),
    cents: fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
  })
  .map(({ cents, reduction, prepaid, ...fields }) => {
    const amount = (value: number): string => (value / 100).toFixed(2);
    const vat = Math.trunc(cents / 7);
    return {
      ...sampleDocument(fields),
      subtotal: amount(cents - vat),
      vatTotal: amount(vat),
      total: amount(cents),
      balance: amount(Math.max(0, cents)),
      ...(reduction > 0 && {
        fiscal: { subtotal: amount(cents - vat - reduction), vatTotal: amount(vat), total: amount(cents - reduction) },
      }),
      ...(reduction + prepaid > 0 && { payable: amount(cents - reduction - prepaid) }),
    };
  });

/** A history of a set of documents: at each step one is created, changed or removed. */
const arbitraryHistory = fc.array(fc.record({ place: fc.nat({ max: 7 }), after: fc.option(arbitraryDocument, { freq: 4 }) }), {
  maxLength: 60,
});

/** Plays a history; calls `moved` with each step's before and after. Returns the documents at the end. */
function played(
  history: { place: number; after: Invoice | null }[],
  moved: (before: Invoice | null, after: Invoice | null) => void,
): Invoice[] {
  const documents = new Map<number, Invoice>();
  for (const { place, after } of history) {
    moved(documents.get(place) ?? null, after);
    if (after) documents.set(place, after);
    else documents.delete(place);
  }
  return [...documents.values()];
}

/** Sums of changes, without zeros. */
const nonZero = (sums: Map<string, number>): Record<string, number> =>
  Object.fromEntries([...sums].filter(([, value]) => value !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** The sums of a list that are computed from the rows of its documents. */
function sumsOfRows(documents: readonly Invoice[]) {
  const sums = new CurrencySums();
  for (const document of documents) sums.adder(rowReader(rowOf(document)))(0);
  return sums.sums();
}

describe('counters of lists', () => {
  it('equal the numbers and sums of the documents after any sequence of creations, changes and removals', () => {
    fc.assert(
      fc.property(arbitraryHistory, history => {
        const kept = new Map<string, number>();
        const left = played(history, (before, after) => {
          for (const [name, by] of counterChanges(INVOICE_COUNTERS, [{ before, after }]))
            kept.set(name, (kept.get(name) ?? 0) + by);
        });
        const counts = countsOf([Object.fromEntries(kept)]).map(invoiceCount);
        const numbers = Map.groupBy(left, one => `${one.direction} ${one.isCreditNote} ${one.status} ${one.currency}`);
        expect(
          new Map(counts.map(one => [`${one.direction} ${one.isCreditNote} ${one.status} ${one.currency}`, one.count])),
        ).toEqual(new Map([...numbers].map(([name, ones]) => [name, ones.length])));
        const sums = new CurrencySums();
        for (const { currency, amounts: roles } of counts)
          for (const { role, amounts } of roles) sums.add(currency, role, amounts);
        expect(sums.sums()).toEqual(sumsOfRows(left));
      }),
      generated({ runs: 300, seed: 20261121 }),
    );
  });

  it('count a sale that was cancelled after its validation, and a self-billed document as a purchase', () => {
    const cancelled = { status: 'cancelled', balance: '0.00' } as const;
    const documents = [
      { ...sampleDocument({ taxauthStatus: 'validated' }), ...cancelled },
      { ...sampleDocument({ taxauthStatus: null }), ...cancelled },
      sampleDocument({ status: 'issued', invoiceTypeCode: '389' }),
    ];
    expect(sumsOfRows(documents)).toMatchObject([
      { role: 'sale', total: 121, fiscalTotal: 121, receivable: 0, payable: 0 },
      { role: 'purchase', total: 121, receivable: 0, payable: 121 },
    ]);
  });

  it('are not written where nothing that they count has changed', () => {
    const before = sampleDocument();
    const after: Invoice = { ...before, number: 'FCT-9' };
    expect(counterChanges(INVOICE_COUNTERS, [{ before, after }]).size).toBe(0);
  });

  it('of documents that change together are one write', () => {
    vi.stubEnv('TABLE_NAME', 'table');
    const before = sampleDocument();
    const cancelled: Invoice = { ...before, status: 'cancelled', balance: '0.00' };
    const changes = [
      { before, after: cancelled },
      { before: null, after: before },
    ];
    expect(counterWrites(KINDS.invoice, INVOICE_COUNTERS, [...changes, { before: cancelled, after: null }])).toHaveLength(0);
    expect(counterWrites(KINDS.invoice, INVOICE_COUNTERS, changes)).toHaveLength(1);
  });
});

describe('counts of clients (REC-25: issued outgoing invoices, in the company currency)', () => {
  it('equal a recount after any sequence of creations, changes and removals', () => {
    fc.assert(
      fc.property(arbitraryHistory, history => {
        const kept = new Map<string, number>();
        const left = played(history, (before, after) => {
          for (const [client, { invoices, revenueCents, fiscalTotalCents }] of clientChanges(before, after)) {
            for (const [name, by] of Object.entries({ n: invoices, cents: revenueCents, fiscal: fiscalTotalCents }))
              kept.set(`${client} ${name}`, (kept.get(`${client} ${name}`) ?? 0) + by);
          }
        });
        const counted = new Map<string, number>();
        for (const one of left) {
          const { clientId, direction, isCreditNote, status, taxauthStatus } = one;
          const isVoid = status === 'draft' || (status === 'cancelled' && taxauthStatus !== 'validated');
          if (!clientId || direction === 'incoming' || isVoid || one.invoiceTypeCode === '389') continue;
          const add = (name: string, by: number) =>
            counted.set(`${clientId} ${name}`, (counted.get(`${clientId} ${name}`) ?? 0) + by);
          // In millionths of a cent, so that the product is exact before it is rounded half away from zero.
          const inLei = (amount: string): number => {
            const micro = BigInt(Math.round(Number(amount) * 100)) * BigInt(Math.round(Number(one.exchangeRate) * 1e6));
            return Number((micro + (micro < 0n ? -500_000n : 500_000n)) / 1_000_000n);
          };
          if (!isCreditNote) add('n', 1);
          if (!isCreditNote) add('cents', inLei(one.total));
          add('fiscal', inLei(one.fiscal?.total ?? one.total));
        }
        expect(nonZero(kept)).toEqual(nonZero(counted));
      }),
      generated({ runs: 300, seed: 20261121 }),
    );
  });

  it('move from one client to the other, and stay where neither total nor client changes', () => {
    const before = sampleDocument({ clientId: 'a' });
    expect(Object.fromEntries(clientChanges(before, { ...before, clientId: 'b' }))).toMatchObject({
      a: { invoices: -1, revenueCents: -12100, fiscalVatTotalCents: -2100, payableTotalCents: -12100 },
      b: { invoices: 1, revenueCents: 12100, fiscalVatTotalCents: 2100, payableTotalCents: 12100 },
    });
    expect(clientChanges(before, { ...before, status: 'validated' }).size).toBe(0);
  });

  it('have the advance that an invoice settles at the rate of the advance', () => {
    const work = sampleLine({ quantity: '1', unitPrice: '5000', vatRate: '21', vatCategoryCode: 'S' });
    const advance = sampleLine({ ...work, quantity: '-1', unitPrice: '2000', exchangeRate: '5.0908' });
    const settling = (line: LineInput) =>
      withAmounts(sampleDocument({ clientId: 'a', currency: 'EUR', exchangeRate: '5.0739', lines: [work, line] }));
    const [first, changed] = [settling(advance), settling({ ...advance, exchangeRate: '5.0739' })];
    // 5,000 × 5.0739 - 2,000 × 5.0908, and 21 % of it: what the e-invoice states as VAT in lei, not 630 × 5.0739 = 3,196.56.
    const share = { fiscalSubtotalCents: 15_187_90, fiscalVatTotalCents: 3_189_46, fiscalTotalCents: 18_377_36 };
    expect(clientChanges(null, first).get('a')).toMatchObject({
      ...share,
      revenueCents: 18_377_36,
      payableTotalCents: 18_377_36,
    });
    expect(clientChanges(first, changed).get('a')).toMatchObject({ fiscalVatTotalCents: 7_10, revenueCents: 40_90 });
    expect(withAmounts({ ...first, exchangeRate: '5.0908' })).not.toHaveProperty('rateDifference');
  });
});
