import { afterEach, describe, expect, it } from 'vitest';
import { isStale, lastPublicationDue } from '#shared/records/exchange-rates/due.ts';
import { setTimeSource } from '#shared/base/kernel/clock.ts';

const at = (timestamp: string): Date => new Date(timestamp);
afterEach(() => setTimeSource(() => Date.now()));

describe('the last publication that is due', () => {
  it.each([
    ['2026-11-20T10:59:59Z', '2026-11-19', 'a second before 13:00 in Bucharest'],
    ['2026-11-20T11:00:00Z', '2026-11-20', 'at 13:00'],
    ['2026-07-16T09:59:00Z', '2026-07-15', 'before 13:00 in summer'],
    ['2026-07-16T10:00:00Z', '2026-07-16', 'at 13:00 in summer'],
    ['2026-11-20T22:30:00Z', '2026-11-20', 'half past midnight of Saturday in Bucharest'],
    ['2026-11-22T15:00:00Z', '2026-11-20', 'on a Sunday'],
    ['2026-11-23T08:00:00Z', '2026-11-20', 'on Monday morning'],
    ['2026-12-01T15:00:00Z', '2026-11-27', 'on the second of two holidays after a weekend'],
  ])('at %s is that of %s (%s)', (now, day) => {
    expect(lastPublicationDue(at(now))).toBe(day);
  });

  it('is not later than a requested day', () => {
    expect(lastPublicationDue(at('2026-11-20T15:00:00Z'), '2026-11-16')).toBe('2026-11-16');
    expect(lastPublicationDue(at('2026-11-20T15:00:00Z'), '2026-11-15')).toBe('2026-11-13');
  });
});

describe('a set is stale', () => {
  it.each([
    ['2026-11-20T11:59:00Z', '2026-11-19', '2026-11-20', false, 'within the hour in which the next one comes'],
    ['2026-11-20T12:00:00Z', '2026-11-19', '2026-11-20', true, 'an hour after the next one was due'],
    ['2026-11-20T12:00:00Z', '2026-11-20', '2026-11-20', false, 'when it is that of the day'],
    ['2026-11-22T12:00:00Z', '2026-11-20', '2026-11-22', false, 'on a Sunday with that of Friday'],
    ['2026-11-22T12:00:00Z', '2026-11-19', '2026-11-22', true, 'on a Sunday with that of Thursday'],
    ['2026-11-22T12:00:00Z', '2026-11-13', '2026-11-15', false, 'for an earlier Sunday with that of its Friday'],
    ['2026-11-22T12:00:00Z', '2026-11-13', '2026-11-17', true, 'for an earlier Tuesday with that of the Friday before'],
  ])('at %s, that of %s for %s: %s (%s)', (now, date, day, stale) => {
    setTimeSource(() => at(now).getTime());
    expect(isStale(date, day)).toBe(stale);
  });
});
