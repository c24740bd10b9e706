import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { clientChanges } from '../../../shared/invoices/client-changes/client-counts.ts';
import { counterChanges, counterWrites } from '../../../shared/documents/counters.ts';
import { INVOICE_COUNTERS } from '../../../shared/invoices/list/counters.ts';
import { INVOICE_STATUSES, type Invoice } from '../../../shared/model/invoice.ts';
import { KINDS } from '../../../shared/model/kinds.ts';
import { sampleDocument } from '../../support/documents.ts';
import { generated } from '../../support/effort.ts';

const arbitraryDocument: fc.Arbitrary<Invoice> = fc
  .record({
    issueDate: fc.constantFrom('2026-01-31', '2026-02-01', '2026-02-28', '2027-02-01'),
    direction: fc.constantFrom('incoming' as const, 'outgoing' as const),
    isCreditNote: fc.boolean(),
    status: fc.constantFrom(...INVOICE_STATUSES),
    currency: fc.constantFrom('RON', 'EUR'),
    clientId: fc.constantFrom(null, 'a', 'b'),
    exchangeRate: fc.constantFrom('1', '4.976543'),
    cents: fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
  })
  .map(({ cents, ...fields }) => {
    const amount = (value: number): string => (value / 100).toFixed(2);
    const vat = Math.trunc(cents / 7);
    return {
      ...sampleDocument(fields),
      subtotal: amount(cents - vat),
      vatTotal: amount(vat),
      total: amount(cents),
      balance: amount(Math.max(0, cents)),
    };
  });

/** What happens to a set of documents: at each step one appears, changes or goes. */
const arbitraryHistory = fc.array(fc.record({ place: fc.nat({ max: 7 }), after: fc.option(arbitraryDocument, { freq: 4 }) }), {
  maxLength: 60,
});

/** Plays a history; calls `moved` with each step's before and after. Returns the documents that are left. */
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

describe('Counters of lists', () => {
  it('equal a recount after any sequence of creations, changes and removals', () => {
    fc.assert(
      fc.property(arbitraryHistory, history => {
        const kept = new Map<string, number>();
        const left = played(history, (before, after) => {
          for (const [name, by] of counterChanges(INVOICE_COUNTERS, [{ before, after }]))
            kept.set(name, (kept.get(name) ?? 0) + by);
        });
        const counted = new Map<string, number>();
        for (const one of left) {
          const kind = one.isCreditNote ? 'c' : 'i';
          const bucket = `${one.direction === 'outgoing' ? 'o' : 'i'}|${kind}|${one.status}|${one.currency}`;
          const cents = (value: string): number => Math.round(Number(value) * 100);
          const measures = {
            ...{ n: 1, s: cents(one.subtotal), v: cents(one.vatTotal) },
            ...{ t: cents(one.total), o: cents(one.balance) },
            // The sample names the company as the seller: what came in so was issued in its name.
            p: one.direction === 'incoming' ? cents(one.balance) : 0,
          };
          for (const [name, value] of Object.entries(measures))
            counted.set(`${bucket}|${name}`, (counted.get(`${bucket}|${name}`) ?? 0) + value);
        }
        expect(nonZero(kept)).toEqual(nonZero(counted));
      }),
      generated({ runs: 300, seed: 20261121 }),
    );
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

describe('Counts of clients (completions-accounts §10: issued outgoing invoices, in the company currency)', () => {
  it('equal a recount after any sequence of creations, changes and removals', () => {
    fc.assert(
      fc.property(arbitraryHistory, history => {
        const kept = new Map<string, number>();
        const left = played(history, (before, after) => {
          for (const [client, { invoices, cents }] of clientChanges(before, after)) {
            kept.set(`${client} n`, (kept.get(`${client} n`) ?? 0) + invoices);
            kept.set(`${client} cents`, (kept.get(`${client} cents`) ?? 0) + cents);
          }
        });
        const counted = new Map<string, number>();
        for (const { clientId, direction, isCreditNote, status, total, exchangeRate } of left) {
          if (!clientId || direction === 'incoming' || isCreditNote || status === 'draft' || status === 'cancelled') continue;
          // In millionths of a cent, so that the product is exact before it is rounded half away from zero.
          const micro = BigInt(Math.round(Number(total) * 100)) * BigInt(Math.round(Number(exchangeRate) * 1e6));
          const half = micro < 0n ? -500_000n : 500_000n;
          counted.set(`${clientId} n`, (counted.get(`${clientId} n`) ?? 0) + 1);
          counted.set(`${clientId} cents`, (counted.get(`${clientId} cents`) ?? 0) + Number((micro + half) / 1_000_000n));
        }
        expect(nonZero(kept)).toEqual(nonZero(counted));
      }),
      generated({ runs: 300, seed: 20261121 }),
    );
  });

  it('move from one client to the other, and stay where neither total nor client changes', () => {
    const before = sampleDocument({ clientId: 'a' });
    expect(Object.fromEntries(clientChanges(before, { ...before, clientId: 'b' }))).toEqual({
      a: { invoices: -1, cents: -12100 },
      b: { invoices: 1, cents: 12100 },
    });
    expect(clientChanges(before, { ...before, status: 'validated' }).size).toBe(0);
  });
});
