import { describe, expect, it } from 'vitest';
import { allocationsOf, type DecidedSeries } from '#shared/model/register/decision.ts';

/** From which number a series begins a year (REP-66). */

const series = (changes: Partial<DecidedSeries> = {}): DecidedSeries => ({
  ...{ id: 's', type: 'invoice', year: null, currentNumber: 120, active: true },
  ...changes,
});
const numbered = (...numbers: [sequence: number, day: string][]) =>
  new Map([['s', numbers.map(([sequence, day]) => ({ id: String(sequence), sequence, day }))]]);

describe('The decision on series', () => {
  it.each<[what: string, series: Partial<DecidedSeries>, numbers: [number, string][], year: number, first: number | undefined]>([
    [
      'begins with the first number of the year',
      {},
      [
        [119, '2025-12-31'],
        [121, '2026-01-05'],
        [120, '2026-01-04'],
      ],
      2026,
      120,
    ],
    ['begins a year to come with the next number', {}, [[120, '2026-01-05']], 2027, 121],
    ['begins an unused series with its next number', { currentNumber: 0 }, [], 2026, 1],
    ['has no series of another year', { year: 2026 }, [[120, '2026-01-05']], 2027, undefined],
    ['has a series of its own year', { year: 2027, currentNumber: 0 }, [], 2027, 1],
    ['has a series of another year that was used in it', { year: 2025 }, [[120, '2026-01-02']], 2026, 120],
    ['has no series that cannot be used any more', { active: false }, [], 2026, undefined],
    ['has one that was used before it was deactivated', { active: false }, [[7, '2026-02-01']], 2026, 7],
    ['has of a year that is over only what was used', {}, [[120, '2026-01-05']], 2025, undefined],
  ])('%s', (_what, changes, numbers, year, first) => {
    expect(allocationsOf([series(changes)], numbered(...numbers), { year, current: 2026 })[0]?.first).toBe(first);
  });

  it('has invoices first, then credit notes, proformas, delivery notes, receipts and cash payments', () => {
    const all = (['cash_payment', 'receipt', 'delivery_note', 'proforma', 'credit_note', 'invoice'] as const).map(type =>
      series({ id: type, type }),
    );
    const types = allocationsOf(all, new Map(), { year: 2026, current: 2026 }).map(one => one.series.type);
    expect(types).toEqual(['invoice', 'credit_note', 'proforma', 'delivery_note', 'receipt', 'cash_payment']);
  });
});
