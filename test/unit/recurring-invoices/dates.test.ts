import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/base/kernel/dates.ts';
import { dueDateOf, nextIssuance, skippedDates } from '#shared/documents/recurring-invoices/dates.ts';
import { FREQUENCIES, type Plan } from '#shared/documents/recurring-invoices/model.ts';

const plan = (frequency: Plan['frequency'], frequencyDay: number, frequencyMonth: number | null = null): Plan => ({
  frequency,
  frequencyDay,
  frequencyMonth,
});

/** The dates of the next runs, each calculated on its day. */
function following(one: Plan, first: string, count: number): string[] {
  const dates = [first];
  for (let at = 1; at < count; at++) dates.push(nextIssuance(one, dates.at(-1)!, dates.at(-1)!));
  return dates.slice(1);
}

describe('the next date of a template', () => {
  it.each([
    ['weekly, Monday', plan('weekly', 1), '2026-11-23', ['2026-11-30', '2026-12-07', '2026-12-14']],
    ['weekly, Sunday', plan('weekly', 7), '2026-11-22', ['2026-11-29', '2026-12-06']],
    ['weekly, begun on another day of the week', plan('weekly', 1), '2026-11-25', ['2026-11-30', '2026-12-07']],
    ['biweekly, over the year', plan('biweekly', 3), '2026-12-23', ['2027-01-06', '2027-01-20']],
    [
      'monthly on the 31st, in a leap year',
      plan('monthly', 31),
      '2027-12-31',
      ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30'],
    ],
    ['monthly on the 31st', plan('monthly', 31), '2027-01-31', ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['monthly, begun on another day', plan('monthly', 20), '2026-11-05', ['2026-12-20', '2027-01-20']],
    ['bimonthly on the 30th', plan('bimonthly', 30), '2026-12-30', ['2027-02-28', '2027-04-30']],
    ['quarterly', plan('quarterly', 1), '2026-10-01', ['2027-01-01', '2027-04-01']],
    ['semiannual on the 31st', plan('semiannual', 31), '2026-08-31', ['2027-02-28', '2027-08-31']],
    ['annual on 29 February', plan('annual', 29, 2), '2027-02-28', ['2028-02-29', '2029-02-28']],
  ])('%s', (_, one, first, dates) => {
    expect(following(one, first, dates.length + 1)).toEqual(dates);
  });

  it.each([
    ['a pause of three months creates one document', plan('monthly', 10), '2026-08-10', '2026-11-22', '2026-12-10'],
    ['a run that is a day late', plan('monthly', 31), '2026-10-31', '2026-11-01', '2026-11-30'],
    ['a run on the day of the next period', plan('monthly', 22), '2026-10-22', '2026-11-22', '2026-12-22'],
    ['a pause of years', plan('weekly', 5), '2020-01-03', '2026-11-22', '2026-11-27'],
  ])('%s', (_, one, scheduled, today, next) => {
    expect(nextIssuance(one, scheduled, today)).toBe(next);
  });

  const date = fc.integer({ min: 0, max: 3000 }).map(days => addDays('2024-01-01', days));
  const anyPlan = fc
    .record({
      frequency: fc.constantFrom(...FREQUENCIES),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 31 }),
    })
    .map(({ frequency, month, day }) =>
      plan(
        frequency,
        frequency === 'weekly' || frequency === 'biweekly' ? ((day - 1) % 7) + 1 : day,
        frequency === 'annual' ? month : null,
      ),
    );

  it('is later than today and than the scheduled date, on the day of the template, and skips no period', () => {
    fc.assert(
      fc.property(anyPlan, date, fc.integer({ min: 0, max: 2000 }), (one, scheduled, late) => {
        const today = addDays(scheduled, late);
        const next = nextIssuance(one, scheduled, today);
        expect(next > today).toBe(true);
        const day = new Date(`${next}T00:00:00Z`);
        const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
        if (one.frequency.endsWith('weekly')) expect(((day.getUTCDay() + 6) % 7) + 1).toBe(one.frequencyDay);
        else expect(day.getUTCDate()).toBe(Math.min(one.frequencyDay, last));
        if (one.frequencyMonth !== null) expect(day.getUTCMonth() + 1).toBe(one.frequencyMonth);
        // Period by period, as if no run had been late, the result is the same date.
        let step = scheduled;
        while (step <= today) step = nextIssuance(one, step, step);
        expect(step > scheduled ? step : next).toBe(next);
      }),
    );
  });
});

describe('the dates that a late run skips', () => {
  it.each<[what: string, one: Plan & { stopDate?: string }, scheduled: string, today: string, skipped: string[]]>([
    ['on time', plan('monthly', 31), '2026-03-31', '2026-03-31', []],
    ['late by less than a period', plan('monthly', 31), '2026-03-31', '2026-04-29', []],
    ['late by a period', plan('monthly', 31), '2026-03-31', '2026-04-30', ['2026-04-30']],
    ['months', plan('monthly', 31), '2026-03-31', '2026-06-30', ['2026-04-30', '2026-05-31', '2026-06-30']],
    ['not past the last day', { ...plan('monthly', 31), stopDate: '2026-05-30' }, '2026-03-31', '2026-06-30', ['2026-04-30']],
    ['weeks', plan('weekly', 1), '2026-11-02', '2026-11-17', ['2026-11-09', '2026-11-16']],
  ])('%s', (_, one, scheduled, today, skipped) => {
    expect(skippedDates({ stopDate: null, ...one }, scheduled, today)).toEqual(skipped);
  });

  it('are at most 100', () => {
    expect(skippedDates({ stopDate: null, ...plan('weekly', 1) }, '2000-01-03', '2026-11-17')).toHaveLength(100);
  });
});

describe('the due date', () => {
  const fixed = (day: number) => ({ dueDateType: 'fixed' as const, dueDateDays: null, dueDateFixedDay: day });
  it.each([
    [
      'so many days later',
      { dueDateType: 'relative' as const, dueDateDays: 30, dueDateFixedDay: null },
      '2026-12-15',
      '2027-01-14',
    ],
    ['the same day', { dueDateType: 'relative' as const, dueDateDays: 0, dueDateFixedDay: null }, '2026-12-15', '2026-12-15'],
    ['the next such day, in the month', fixed(25), '2026-11-22', '2026-11-25'],
    ['the next such day, in the next month', fixed(15), '2026-11-22', '2026-12-15'],
    ['not the day of issue itself', fixed(22), '2026-11-22', '2026-12-22'],
    ['clamped to the end of the month', fixed(31), '2027-01-31', '2027-02-28'],
    ['clamped, in the month itself', fixed(31), '2026-11-22', '2026-11-30'],
    ['after a clamped day the next month', fixed(31), '2027-02-28', '2027-03-31'],
    ['over the year', fixed(5), '2026-12-31', '2027-01-05'],
  ])('is %s', (_, terms, issueDate, expected) => {
    expect(dueDateOf(terms, issueDate)).toBe(expected);
  });
});
