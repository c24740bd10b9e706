import { dateOf, dayNumber, isEndOfMonth, millisOf, shownAt, YEAR } from './calendar.ts';

/** The expected recurring invoices of a year, computed day by day without the service's date code. */

export interface Template {
  /** Index of its company. */
  company: number;
  frequency: keyof typeof PERIODS;
  day: number;
  /** Month of an annual template. */
  month?: number;
  first: string;
  stopDate?: string;
  due: { days: number } | { fixedDay: number };
  description: Text;
  notes?: Text;
  mail?: { time: string; offset: number };
  /** Days on which it is switched off, and on again. */
  toggled?: string[];
  /** Whether its price is 7 EUR. */
  priceRule?: 'exchange_rate' | 'markup';
}

const PERIODS = { weekly: 1, biweekly: 2, monthly: 1, bimonthly: 2, quarterly: 3, semiannual: 6, annual: 12 };

/** A text with tokens, and the expected text for a scheduled date. */
export interface Text {
  written: string;
  filled: (scheduled: string) => string;
}

const shifted = (date: string, months: number): Date =>
  new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 + months, 1));
const named = new Intl.DateTimeFormat('ro', { month: 'long', timeZone: 'UTC' });
const month = (date: string, months = 0): string => named.format(shifted(date, months));
const digits = (date: string, months = 0): string => shifted(date, months).toISOString().slice(5, 7);
const year = (date: string, years = 0): number => Number(date.slice(0, 4)) + years;

export const TEXTS: Text[] = [
  { written: 'Abonament [[luna]] [[an]]', filled: date => `Abonament ${month(date)} ${year(date)}` },
  {
    written: '[[luna_nr]]/[[an]]; [[luna+1]], [[luna_nr+11]]',
    filled: date => `${digits(date)}/${year(date)}; ${month(date, 1)}, ${digits(date, 11)}`,
  },
  {
    written: '[[luna-1]], [[luna_nr-14]], [[an-1]], [[an+2]], [[alta]]',
    filled: date => `${month(date, -1)}, ${digits(date, -14)}, ${year(date, -1)}, ${year(date, 2)}, [[alta]]`,
  },
];

export const FIRST_DAY = dayNumber(`${YEAR - 1}-12-30`);
export const LAST_DAY = dayNumber(`${YEAR}-12-31`);

/** Days around the changes of summer time, and the times at which the clock stops on them. */
const CHANGES = ['03-25', '03-26', '03-27', '10-28', '10-29', '10-30'].map(end => dayNumber(`${YEAR}-${end}`));
const CHANGE_TIMES = ['00:59', '01:00', '02:58', '02:59', '03:29', '03:30', '03:59', '04:00', '04:30', '08:59', '09:00', '23:59'];

/** An outage: nothing runs from the first to the last of these days. */
const OUTAGES = [
  [`${YEAR}-07-04`, `${YEAR}-07-17`],
  [`${YEAR}-11-03`, `${YEAR}-11-24`],
].map(([from = '', to = '']): [number, number] => [dayNumber(from), dayNumber(to)]);

/** When the clock stops, ascending: on ends of months and changes of summer time always, else on some days. */
export function stops(): number[] {
  const found = new Set<number>();
  const stopAt = (day: number, ...times: string[]): void => times.forEach(time => found.add(millisOf(dateOf(day), time)));
  let next = FIRST_DAY;
  let drawn = 7;
  for (let day = FIRST_DAY; day <= LAST_DAY; day++) {
    if (OUTAGES.some(([from, to]) => day >= from && day <= to)) continue;
    if (CHANGES.includes(day)) stopAt(day, ...CHANGE_TIMES);
    else if (isEndOfMonth(day)) stopAt(day, '00:59', '01:00', '09:00');
    else if (/-(28|29|30)$/.test(dateOf(day))) stopAt(day, '01:00');
    else if (day >= next) {
      stopAt(day, '14:20');
      drawn = (drawn * 31 + 11) % 97;
      next = day + ([1, 2, 3, 5, 4][drawn % 5] ?? 1);
    }
  }
  return [...found].sort((a, b) => a - b);
}

const weekOf = (day: number): number => Math.floor((day + 3) / 7);
const weekdayOf = (day: number): number => ((day + 3) % 7) + 1;
const monthsOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

/** Whether a day of a month is the given one, or its last where it is too short. */
const isDayOfMonth = (day: number, wanted: number): boolean => {
  const ofMonth = Number(dateOf(day).slice(8));
  return ofMonth === wanted || (ofMonth < wanted && dateOf(day + 1).endsWith('-01'));
};

/** Whether a template is due on a day, apart from its first date, which is the only one in its week, month or year. */
function isScheduled({ frequency, day: wanted, month: ofYear, first }: Template, day: number): boolean {
  const every = PERIODS[frequency];
  const date = dateOf(day);
  if (frequency === 'weekly' || frequency === 'biweekly') {
    const weeks = weekOf(day) - weekOf(dayNumber(first));
    return weekdayOf(day) === wanted && weeks > 0 && weeks % every === 0;
  }
  if (!isDayOfMonth(day, wanted)) return false;
  if (frequency === 'annual') return year(date) > year(first) && Number(date.slice(5, 7)) === ofYear;
  const months = monthsOf(date) - monthsOf(first);
  return months > 0 && months % every === 0;
}

/** The first day after another one that meets a condition. */
function dayAfter(day: number, holds: (day: number) => boolean): number {
  let found = day + 1;
  while (!holds(found)) found += 1;
  return found;
}

const dueDateOf = ({ due }: Template, issued: number): string =>
  dateOf('days' in due ? issued + due.days : dayAfter(issued, day => isDayOfMonth(day, due.fixedDay)));

/** The exchange rate of the euro that was published on a day, in ten-thousandths of a leu. */
const tenThousandths = (day: number): number => 49_000 + ((day * 37) % 1000);
export const publishedOn = (day: number): string => (tenThousandths(day) / 10_000).toFixed(4);
export const isPublicationDay = (day: number): boolean => weekdayOf(day) < 6;

/** 7 EUR, or 7.70, at the rate that was published last before the day of issue. */
function priceOf({ priceRule }: Template, issued: number): number {
  if (priceRule === undefined) return 100;
  let day = issued - 1;
  while (!isPublicationDay(day)) day -= 1;
  const tenths = tenThousandths(day) * (priceRule === 'markup' ? 77 : 70);
  return Math.round(tenths / 10) / 10_000;
}

/** Whether a template is switched at a stop: the first one on such a day or after it. */
export const isToggledAt = ({ toggled = [] }: Template, stop: number, before: number | undefined): boolean => {
  const dayOf = (millis: number): string => shownAt(millis).slice(0, 10);
  return toggled.some(date => dayOf(stop) >= date && (before === undefined || dayOf(before) < date));
};

/** An invoice, and the time at which its mail is sent (UTC): null for one without a mail. */
export interface Issued {
  scheduled: string;
  issueDate: string;
  dueDate: string;
  description: string;
  notes: string | null;
  unitPrice: number;
  mailedAt: string | null;
}

/** The expected invoices of a template in the year, in order, and its state at the end. */
export function expectedOf(template: Template, all: readonly number[]) {
  const invoices: Issued[] = [];
  const lastDay = dayNumber(template.stopDate ?? '9999-12-31');
  let next = dayNumber(template.first);
  let isActive = true;
  all.forEach((stop, place) => {
    const [date = '', time = ''] = shownAt(stop).split(' ');
    const day = dayNumber(date);
    if (isActive && (next < day || (next === day && time >= '01:00'))) {
      invoices.push(issuedAt(template, { next, day, stop }, all));
      next = dayAfter(day, one => isScheduled(template, one));
      isActive = next <= lastDay;
    }
    if (isToggledAt(template, stop, all[place - 1])) isActive = !isActive;
  });
  return { invoices, nextIssuanceDate: dateOf(next), isActive };
}

function issuedAt(
  template: Template,
  { next, day, stop }: { next: number; day: number; stop: number },
  all: readonly number[],
): Issued {
  const scheduled = dateOf(next);
  const { mail, description, notes } = template;
  const mailedAt = mail && all.find(one => one >= Math.max(stop, millisOf(dateOf(day + mail.offset), mail.time)));
  return {
    scheduled,
    issueDate: dateOf(day),
    dueDate: dueDateOf(template, day),
    description: description.filled(scheduled),
    notes: notes?.filled(scheduled) ?? null,
    unitPrice: priceOf(template, day),
    mailedAt: mailedAt === undefined ? null : new Date(mailedAt).toISOString(),
  };
}
