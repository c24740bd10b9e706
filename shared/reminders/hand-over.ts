import { sendMessage } from '../aws/send-message.ts';
import { localInstant } from '../kernel/clock.ts';
import { addDays } from '../kernel/dates.ts';
import { type DailyRun, dueDailyRuns, latestRunDay, moveDailyRun } from '../store/daily-run.ts';
import { ConditionFailed, transact } from '../store/transact.ts';
import type { RunTask } from './run.ts';

/** Runs read from each index partition in a round; maximum of rounds; runs queued in parallel. */
const TAKEN = 250;
const ROUNDS = 40;
const AT_ONCE = 50;

/**
 * Queues the daily runs that are due, one message for each, and moves each to its next day. A run that is late is queued only for
 * the latest day whose time has come. A crash in between, or a concurrent call, queues a run twice; the worker is idempotent and
 * mails nobody twice.
 */
export async function handOverDailyRuns(): Promise<void> {
  const done = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    // The index is eventually consistent: it may still list a run that was just moved.
    const runs = (await dueDailyRuns(TAKEN)).filter(run => !done.has(nameOf(run)));
    if (runs.length === 0) return;
    for (let first = 0; first < runs.length; first += AT_ONCE)
      await Promise.all(runs.slice(first, first + AT_ONCE).map(handOver));
    runs.forEach(run => done.add(nameOf(run)));
  }
}

const nameOf = ({ companyId, run, at }: DailyRun): string => `${companyId}#${run}#${at}`;

async function handOver(due: DailyRun): Promise<void> {
  const { companyId, run, time } = due;
  const day = latestRunDay(time);
  await sendMessage({ queue: 'reminders', body: { companyId, run, day } satisfies RunTask });
  try {
    await transact([moveDailyRun(due, localInstant(addDays(day, 1), time))]);
  } catch (error) {
    // The settings were changed meanwhile, which has already rescheduled the run.
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
