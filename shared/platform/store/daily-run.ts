import { instant, localInstant, today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { due, dueRows } from './due-work.ts';
import { shardOf } from '#shared/base/kernel/ids.ts';
import { type CompanyId, companyKey, type Key } from './table.ts';
import { ConditionFailed, put, remove, transact, update, type Write } from './transact.ts';

/**
 * Work that runs once a day for each company: reminders at the time that the company chose, notices at 09:00, and anchors (the daily files
 * with the ends of its hash chains, shared/documents/anchors) at a time of the night that follows from its id. Each run is an item in the index of
 * due work, listed there at the time of its next run; a scheduled function sends the run to a queue and moves the item to the next day.
 */
export const DAILY_RUNS = ['reminders', 'notices', 'anchors'] as const;
export type DailyRunName = (typeof DAILY_RUNS)[number];

/** For each queue of a worker, the partition of the index that its schedule reads. Notices go to the queue `reminders`. */
const PARTITIONS = { reminders: 'DAILY', anchors: 'ANCHORS' } as const;
export type RunQueue = keyof typeof PARTITIONS;
const queueOf = (run: DailyRunName): RunQueue => (run === 'anchors' ? 'anchors' : 'reminders');

/** When members get the notice of what falls due (OUT-94, OUT-95). */
export const NOTICE_TIME = '09:00';

/** Minutes of the night over which the anchors of companies are spread, so that they do not come all at once. */
const ANCHOR_MINUTES = 240;

/** When the anchor of a company is taken: between 00:30 and 04:29. */
export function anchorTime(companyId: string): string {
  const minutes = 30 + shardOf(companyId, ANCHOR_MINUTES);
  return [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0')).join(':');
}

export interface DailyRun {
  companyId: CompanyId;
  run: DailyRunName;
  /** `HH:mm` in Europe/Bucharest. */
  time: string;
  /** The instant of the next run. */
  at: string;
}

const runKey = (company: CompanyId, run: DailyRunName): Key => companyKey(company, `DAILY#${run}`);

/** The write that schedules a run every day from `at` on; it replaces an earlier schedule. */
export const startDailyRun = (company: CompanyId, planned: Omit<DailyRun, 'companyId'>): Write =>
  put({
    ...runKey(company, planned.run),
    kind: 'daily-run',
    row: { companyId: company, ...planned } satisfies DailyRun,
    ...due(PARTITIONS[queueOf(planned.run)], `${company}#${planned.run}`, planned.at),
  });

/** The write that removes the schedule of a run. */
export const stopDailyRun = (company: CompanyId, run: DailyRunName): Write => remove(runKey(company, run));

/**
 * The write that moves a run to another instant.
 *
 * @throws `ConditionFailed` when the transaction is committed, if the run was moved or ended meanwhile
 */
export const moveDailyRun = ({ companyId, run, at }: DailyRun, to: string): Write =>
  update(runKey(companyId, run), {
    expression: 'SET dueAt = :to, #row.#at = :to',
    names: { '#row': 'row', '#at': 'at' },
    values: { ':to': to, ':at': at },
    condition: 'dueAt = :at',
  });

/** The runs of a worker that are due now: at most `limit` per partition of the index, oldest first. */
const dueDailyRuns = (queue: RunQueue, limit: number): Promise<DailyRun[]> => dueRows<DailyRun>(PARTITIONS[queue], limit);

const todayAt = (time: string): { day: string; at: string } => {
  const day = today();
  return { day, at: localInstant(day, time) };
};

/** The last day on which this time has already passed: today, or yesterday if it is still earlier than `time`. */
export function latestRunDay(time: string): string {
  const { day, at } = todayAt(time);
  return at <= instant() ? day : addDays(day, -1);
}

/** The instant of today's run, which may have passed. */
export const todaysRunAt = (time: string): string => todayAt(time).at;

/** The instant of the next run. */
export const nextRunAt = (time: string): string => localInstant(addDays(latestRunDay(time), 1), time);

/** Runs that are read from each partition of the index in a round. */
const READ_PER_PARTITION = 250;
const MAX_ROUNDS = 40;
const PARALLEL_SENDS = 50;

/**
 * Sends the daily runs that are due to their worker, one message for each, and moves each to its next day. A run that is late is
 * sent only for the latest day whose time has come. A crash in between, or a concurrent call, sends a run twice: workers are
 * idempotent.
 */
export async function handOverDailyRuns(queue: RunQueue, send: (run: DailyRun, day: string) => Promise<void>): Promise<void> {
  const done = new Set<string>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    // The index is eventually consistent: it may still list a run that was just moved. When it lists no others, the schedule's next call
    // goes on.
    const runs = (await dueDailyRuns(queue, READ_PER_PARTITION)).filter(run => !done.has(nameOf(run)));
    if (runs.length === 0) return;
    for (let first = 0; first < runs.length; first += PARALLEL_SENDS)
      await Promise.all(runs.slice(first, first + PARALLEL_SENDS).map(run => handOver(run, send)));
    runs.forEach(run => done.add(nameOf(run)));
  }
}

const nameOf = ({ companyId, run, at }: DailyRun): string => `${companyId}#${run}#${at}`;

async function handOver(due: DailyRun, send: (run: DailyRun, day: string) => Promise<void>): Promise<void> {
  const { time } = due;
  const day = latestRunDay(time);
  await send(due, day);
  try {
    await transact([moveDailyRun(due, localInstant(addDays(day, 1), time))]);
  } catch (error) {
    // Meanwhile new settings or a concurrent call have moved the run, or it was stopped: it stays as it is.
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
