import { describe, expect, it } from 'vitest';
import { instantsOf, localDay, localInstant } from '#shared/base/kernel/clock.ts';

describe('times of day in Romania', () => {
  it.each([
    ['in winter', '2026-11-22', '01:00', '2026-11-21T23:00:00.000Z'],
    ['in summer', '2026-07-01', '09:00', '2026-07-01T06:00:00.000Z'],
    ['before the clocks go forward', '2027-03-28', '02:59', '2027-03-28T00:59:00.000Z'],
    ['that is skipped when the clocks go forward', '2027-03-28', '03:30', '2027-03-28T01:30:00.000Z'],
    ['after the clocks went forward', '2027-03-28', '09:00', '2027-03-28T06:00:00.000Z'],
    ['that occurs twice: the first', '2026-10-25', '03:30', '2026-10-25T00:30:00.000Z'],
    ['after the clocks went back', '2026-10-25', '04:00', '2026-10-25T02:00:00.000Z'],
    ['on the day of the change', '2026-10-25', '09:00', '2026-10-25T07:00:00.000Z'],
  ])('%s', (_, date, time, instant) => {
    expect(localInstant(date, time)).toBe(instant);
  });

  it.each([
    ['in winter', '2026-11-21', '2026-11-22', '2026-11-20T22:00:00.000Z', '2026-11-22T21:59:59.999Z'],
    ['in summer', '2026-07-01', '2026-07-01', '2026-06-30T21:00:00.000Z', '2026-07-01T20:59:59.999Z'],
    ['of 25 hours', '2026-10-25', '2026-10-25', '2026-10-24T21:00:00.000Z', '2026-10-25T21:59:59.999Z'],
    ['from one on', '2026-11-21', undefined, '2026-11-20T22:00:00.000Z', '~'],
    ['up to one', null, '2026-11-21', '0', '2026-11-21T21:59:59.999Z'],
  ])('the instants of days %s', (_, from, to, first, last) => {
    expect(instantsOf(from, to)).toEqual({ first, last });
  });

  it('belong to the day by the clocks there', () => {
    expect(localDay('2026-11-21T21:59:00.000Z')).toBe('2026-11-21');
    expect(localDay('2026-11-21T22:00:00.000Z')).toBe('2026-11-22');
  });
});
