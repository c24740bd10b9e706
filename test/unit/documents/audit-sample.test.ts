import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/base/kernel/dates.ts';
import { NIGHTS, slicesOf, type Span } from '#shared/documents/audit/sample.ts';

const ID = ['0190aaaa-0000-7000-8000-000000000001', '0190aaaa-0000-7000-8000-000000000002'] as const;
const span = (first: number, last: number, seriesId: string = ID[0]): Span => ({ seriesId, first, last });
const days = (count: number) => Array.from({ length: count }, (_, night) => addDays('2026-11-01', night));

describe('slicesOf', () => {
  it.each([
    ['one number', [span(1, 1)], NIGHTS, 1],
    ['a series that begins at a high number', [span(900_001, 900_250)], NIGHTS, 1],
    ['several series', [span(1, 1_250), span(1, 420, ID[1])], NIGHTS, 2],
    ['as many as thirty nights take', [span(100, 30_099)], NIGHTS, 10],
    ['more: twice as many nights, with as many a night', [span(100, 50_099)], 2 * NIGHTS, 9],
    ['very many', [span(1, 1_000_000)], 64 * NIGHTS, 6],
  ])('has every number once: %s', (_, spans, nights, most) => {
    const slices = days(nights).map(day => slicesOf(spans, day));
    for (const { seriesId, first, last } of spans) {
      const own = slices
        .flat()
        .filter(slice => slice.seriesId === seriesId)
        .sort((a, b) => a.from - b.from);
      expect(own[0]?.from).toBeLessThanOrEqual(first);
      expect(own.at(-1)?.to).toBeGreaterThanOrEqual(last);
      expect(own.every(({ from }, place) => place === 0 || from === (own[place - 1]?.to ?? 0) + 1)).toBe(true);
      expect(own).toHaveLength(Math.floor(last / 100) - Math.floor(first / 100) + 1);
    }
    expect(Math.max(...slices.map(night => night.length))).toBeLessThanOrEqual(most);
  });

  it('repeats after that time, and has nothing for a company without numbers', () => {
    const spans = [span(1, 5_000)];
    expect(slicesOf(spans, addDays('2026-11-01', NIGHTS))).toEqual(slicesOf(spans, '2026-11-01'));
    expect(slicesOf([], '2026-11-01')).toEqual([]);
  });
});
