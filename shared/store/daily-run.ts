import { instant, localInstant, today } from '../kernel/clock.ts';
import { addDays } from '../kernel/dates.ts';
import { due, dueRows } from './due-work.ts';
import { type CompanyId, companyKey, companyScope, type Key } from './table.ts';
import { put, remove, update, type Write } from './transact.ts';

/**
 * Work that runs for a company once a day at a time that it chooses. The item is in the index of due work with its next run; a
 * scheduled function sends the run to a queue and moves the item to the next day.
 */
export const DAILY_RUNS = ['reminders', 'notices'] as const;
export type DailyRunName = (typeof DAILY_RUNS)[number];

/** When members get the notice of what falls due (completions-documents §9). */
export const NOTICE_TIME = '09:00';

export interface DailyRun {
  companyId: string;
  run: DailyRunName;
  /** `HH:mm` in Europe/Bucharest. */
  time: string;
  /** The instant of the next run. */
  at: string;
}

/** Of the partitions of the index. */
const QUEUE = 'DAILY';

const runKey = (company: CompanyId, run: DailyRunName): Key => companyKey(company, `DAILY#${run}`);

/** The write that has a run take place every day from `at` on, in place of what was planned before. */
export const startDailyRun = (company: CompanyId, planned: Omit<DailyRun, 'companyId'>): Write =>
  put({
    ...runKey(company, planned.run),
    kind: 'daily-run',
    row: { companyId: company, ...planned } satisfies DailyRun,
    ...due(QUEUE, `${company}#${planned.run}`, planned.at),
  });

/** The write that ends it. */
export const stopDailyRun = (company: CompanyId, run: DailyRunName): Write => remove(runKey(company, run));

/**
 * The write that moves a run to another instant.
 *
 * @throws `ConditionFailed` when the transaction is committed, if the run was moved or ended meanwhile
 */
export const moveDailyRun = ({ companyId, run, at }: DailyRun, to: string): Write =>
  update(runKey(companyScope(companyId), run), {
    expression: 'SET dueAt = :to, #row.#at = :to',
    names: { '#row': 'row', '#at': 'at' },
    values: { ':to': to, ':at': at },
    condition: 'dueAt = :at',
  });

/** The runs that are due now: at most `limit` per partition of the index, oldest first. */
export const dueDailyRuns = (limit: number): Promise<DailyRun[]> => dueRows<DailyRun>(QUEUE, limit);

const todayAt = (time: string): { day: string; at: string } => {
  const day = today();
  return { day, at: localInstant(day, time) };
};

/** The day whose time came last: of a run that is late, it is that of today, or of yesterday where today's is still to come. */
export function latestRunDay(time: string): string {
  const { day, at } = todayAt(time);
  return at <= instant() ? day : addDays(day, -1);
}

/** The instant of today's run, which may have passed. */
export const todaysRunAt = (time: string): string => todayAt(time).at;

/** The instant of the next run. */
export const nextRunAt = (time: string): string => localInstant(addDays(latestRunDay(time), 1), time);
