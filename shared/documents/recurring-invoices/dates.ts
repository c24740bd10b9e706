import { addDays } from '#shared/base/kernel/dates.ts';
import type { DueDateTerms, Frequency, Plan } from './model.ts';

/**
 * Dates of issue and due dates of recurring invoices (RCI-11 to RCI-13). A period is one or more calendar weeks or months;
 * each period has one document, on the template's day. The day is calculated for each period: the 31st is clamped to 28
 * February, but is the 31st again in March. Pure; dates are `YYYY-MM-DD`.
 */

const WEEKS: Partial<Record<Frequency, number>> = { weekly: 1, biweekly: 2 };
const MONTHS: Partial<Record<Frequency, number>> = { monthly: 1, bimonthly: 2, quarterly: 3, semiannual: 6, annual: 12 };

/** The first issue date that is in a later period than `scheduled`, and after `today`. */
export function nextIssuance(plan: Plan, scheduled: string, today: string): string {
  const later = (place: number): string => inPeriod(plan, scheduled, place);
  let place = firstGuess(plan, scheduled, today);
  while (later(place) <= today) place += 1;
  return later(place);
}

/** The most dates that `skippedDates` names. */
const MOST_SKIPPED = 100;

/** The dates between `scheduled` and the next issue date: those of periods that have no document, because no run came in time. */
export function skippedDates(plan: Plan & { stopDate: string | null }, scheduled: string, today: string): string[] {
  const end = plan.stopDate !== null && plan.stopDate < today ? plan.stopDate : today;
  const dates: string[] = [];
  for (let place = 1; dates.length < MOST_SKIPPED; place += 1) {
    const date = inPeriod(plan, scheduled, place);
    if (date > end) break;
    // A template whose day was changed may have its next day in the same period again.
    if (date > scheduled) dates.push(date);
  }
  return dates;
}

/** A lower bound for the number of periods to advance, so that a long pause does not need a step for each period. */
function firstGuess({ frequency }: Plan, scheduled: string, today: string): number {
  const days = (Date.parse(today) - Date.parse(scheduled)) / 86_400_000;
  const period = WEEKS[frequency] ? 7 * WEEKS[frequency] : 31 * (MONTHS[frequency] ?? 1);
  return Math.max(1, Math.floor(days / period) - 1);
}

/** The template's day in the period that is `place` periods after the one of `scheduled`. */
function inPeriod({ frequency, frequencyDay, frequencyMonth }: Plan, scheduled: string, place: number): string {
  const weeks = WEEKS[frequency];
  if (weeks !== undefined) return addDays(mondayOf(scheduled), 7 * weeks * place + frequencyDay - 1);
  const month = frequency === 'annual' && frequencyMonth !== null ? frequencyMonth : monthOf(scheduled);
  return dayOfMonth(yearOf(scheduled), month + (MONTHS[frequency] ?? 1) * place, frequencyDay);
}

const yearOf = (date: string): number => Number(date.slice(0, 4));
const monthOf = (date: string): number => Number(date.slice(5, 7));
const dayOf = (date: string): number => Number(date.slice(8, 10));

const mondayOf = (date: string): string => addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));

/**
 * A day of a month, clamped to its last day.
 *
 * @param month counted from January of the year as 1; 13 is January of the next year
 */
export function dayOfMonth(year: number, month: number, day: number): string {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1, Math.min(day, last))).toISOString().slice(0, 10);
}

/**
 * The due date of a document: a number of days after its issue date, or the next occurrence of a fixed day of the month after it.
 */
export function dueDateOf({ dueDateType, dueDateDays, dueDateFixedDay }: DueDateTerms, issueDate: string): string {
  if (dueDateType === 'relative') return addDays(issueDate, dueDateDays ?? 0);
  const day = dueDateFixedDay ?? dayOf(issueDate);
  const sameMonth = dayOfMonth(yearOf(issueDate), monthOf(issueDate), day);
  return sameMonth > issueDate ? sameMonth : dayOfMonth(yearOf(issueDate), monthOf(issueDate) + 1, day);
}
