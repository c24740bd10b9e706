import { ALL, seedOf } from '../effort.ts';
import { YEAR } from './calendar.ts';
import { type Template, TEXTS } from './recurring.ts';

/** The templates of a year of recurring invoices: one and more of each company. */

export const COMPANIES = ALL ? 50 : 24;

type Stated = Pick<Template, 'frequency' | 'day' | 'first'> & Partial<Template>;

const DUE: Template['due'][] = [{ days: 0 }, { fixedDay: 31 }, { days: 30 }, { fixedDay: 5 }, { fixedDay: 30 }, { days: 365 }];

const withRest = (stated: Stated, place: number): Template => ({
  company: place % COMPANIES,
  due: DUE[place % DUE.length] ?? { days: 15 },
  description: TEXTS[place % 3] ?? { written: '', filled: () => '' },
  ...(place % 5 > 0 && { notes: TEXTS[(place + 1) % 3] }),
  ...stated,
});

/** A day of a month of the year, or its last. */
const inMonth = (month: number, day: number): string =>
  new Date(Date.UTC(YEAR, month - 1, Math.min(day, new Date(Date.UTC(YEAR, month, 0)).getUTCDate()))).toISOString().slice(0, 10);

const DAYS = [29, 30, 31, 1, 15, 28, 31];
const FREQUENCIES = ['monthly', 'bimonthly', 'quarterly', 'semiannual', 'annual'] as const;
const STOPS = [undefined, undefined, undefined, `${YEAR}-08-31`, undefined, `${YEAR}-05-14`];

/** All frequencies by month with all days. */
function byMonth(place: number): Stated {
  const frequency = FREQUENCIES[place % 5] ?? 'monthly';
  const day = DAYS[place % 7] ?? 1;
  const latest = { monthly: 1, bimonthly: 2, quarterly: 3, semiannual: 6, annual: 12 }[frequency];
  const month = ((place * 7) % latest) + 1;
  const first = frequency === 'monthly' && day >= 30 ? `${YEAR - 1}-12-${day}` : inMonth(month, day);
  const stopDate = STOPS[place % 6];
  return {
    ...{ frequency, day, first },
    ...(frequency === 'annual' && { month }),
    ...(stopDate !== undefined && stopDate >= first && { stopDate }),
  };
}

const monthly = (day: number, overrides: Partial<Template> = {}): Stated => ({
  ...{ frequency: 'monthly', day, first: inMonth(1, day) },
  ...overrides,
});
const weekly = (day: number, first: string, overrides: Partial<Template> = {}): Stated => ({
  ...{ frequency: 'weekly', day, first: `${YEAR}-${first}` },
  ...overrides,
});
const annual = (day: number, first: string): Stated => ({ frequency: 'annual', day, month: 2, first });

const SPECIAL: Stated[] = [
  // The leap day.
  annual(29, `${YEAR}-02-29`),
  annual(30, `${YEAR}-02-29`),
  annual(28, `${YEAR}-02-28`),
  annual(31, `${YEAR}-02-10`),
  annual(29, `${YEAR - 1}-12-31`),
  // Weeks: from a day of the plan, and from another one.
  weekly(1, '01-03'),
  weekly(5, '01-05', { stopDate: `${YEAR}-06-30` }),
  weekly(3, '01-12', { toggled: [`${YEAR}-03-10`, `${YEAR}-10-20`] }),
  weekly(4, '01-06', { frequency: 'biweekly' }),
  weekly(7, '01-09', { frequency: 'biweekly', stopDate: `${YEAR}-07-09` }),
  weekly(2, '02-04', { frequency: 'biweekly', toggled: [`${YEAR}-06-01`, `${YEAR}-09-14`] }),
  // A first date that is not the plan's.
  monthly(31, { first: `${YEAR}-01-10` }),
  monthly(5, { first: `${YEAR}-01-31`, frequency: 'bimonthly' }),
  // Switched off and on.
  monthly(31, { toggled: [`${YEAR}-02-10`, `${YEAR}-06-20`] }),
  monthly(30, { frequency: 'quarterly', toggled: [`${YEAR}-01-31`, `${YEAR}-12-20`] }),
  monthly(1, { toggled: [`${YEAR}-04-02`, `${YEAR}-04-28`, `${YEAR}-08-31`, `${YEAR}-09-02`] }),
  monthly(15, { toggled: [`${YEAR}-08-01`] }),
  // Mails about the changes of summer time, of which one skips 03:00 to 03:59, and one repeats it.
  monthly(26, { mail: { time: '03:30', offset: 0 } }),
  monthly(29, { mail: { time: '03:30', offset: 0 } }),
  monthly(25, { mail: { time: '03:30', offset: 1 } }),
  monthly(28, { mail: { time: '03:30', offset: 1 } }),
  monthly(26, { mail: { time: '02:59', offset: 0 }, first: inMonth(3, 26), stopDate: inMonth(3, 31) }),
  monthly(29, { mail: { time: '02:59', offset: 0 }, first: inMonth(9, 29), stopDate: inMonth(10, 31) }),
  monthly(26, { mail: { time: '04:00', offset: 0 }, first: inMonth(2, 26), stopDate: inMonth(3, 26) }),
  monthly(29, { mail: { time: '04:00', offset: 0 }, first: inMonth(10, 29), stopDate: inMonth(11, 30) }),
  monthly(26, { mail: { time: '09:00', offset: 0 }, first: inMonth(3, 26), stopDate: inMonth(4, 30) }),
  monthly(29, { mail: { time: '23:59', offset: 0 }, first: inMonth(10, 29), stopDate: inMonth(11, 30) }),
  monthly(31, { mail: { time: '00:30', offset: 0 }, frequency: 'quarterly' }),
  monthly(31, { mail: { time: '09:00', offset: 30 }, frequency: 'quarterly' }),
  weekly(7, '03-12', { mail: { time: '03:30', offset: 0 }, stopDate: `${YEAR}-04-02` }),
  weekly(7, '10-15', { mail: { time: '03:30', offset: 0 }, stopDate: `${YEAR}-11-05` }),
  // Prices in euros.
  monthly(31, { priceRule: 'exchange_rate' }),
  monthly(17, { priceRule: 'markup' }),
];

/** In `npm run test:long` one in three of those by month, which ones by its seed. */
const BY_MONTH = Array.from({ length: 50 }, (_, place) => byMonth(place)).filter(
  (_, place) => ALL || place % 3 === seedOf(0) % 3,
);

export const TEMPLATES: Template[] = [...BY_MONTH, ...SPECIAL].map(withRest);
