import { describe, expect, it } from 'vitest';
import { lockedUntil } from '#shared/output/files/evidence.ts';

describe('a file that proves a submission', () => {
  it.each([
    ['stored on the first day of a year', '2026-01-01', 5, '2032-06-30T21:00:00.000Z'],
    ['stored on the last day of a year: as long as those of the first', '2026-12-31', 5, '2032-06-30T21:00:00.000Z'],
    ['stored a day later: a year longer', '2027-01-01', 5, '2033-06-30T21:00:00.000Z'],
    ['stored on a leap day', '2028-02-29', 5, '2034-06-30T21:00:00.000Z'],
    ['for longer, where a stage says so', '2026-11-22', 50, '2077-06-30T21:00:00.000Z'],
    ['for a year', '2026-11-22', 1, '2028-06-30T21:00:00.000Z'],
  ])('is locked until 1 July, midnight in Romania: %s', (_, day, years, until) => {
    expect(lockedUntil(day, years)?.toISOString()).toBe(until);
  });

  it('is not locked where a stage has no years', () => {
    expect(lockedUntil('2026-11-22', 0)).toBeUndefined();
  });
});
