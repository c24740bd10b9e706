import { secondsSince } from '#shared/base/kernel/clock.ts';
import { log } from '#shared/base/kernel/log.ts';
import { dueItems } from '#shared/platform/store/due-work.ts';
import { DUE_WORK, MEASURED_WORK } from '#shared/base/vocabulary/due-work.ts';

/**
 * Logs how late the oldest item in the index `due` is, with the kinds of work that are late, the latest first: a schedule that does not
 * run at all causes no error. One line, since CloudWatch charges for each metric that is read from lines. An item that was handed to a
 * worker is due again later; from then on the queue's own metrics say how late it is.
 */
export async function measureBacklog(): Promise<void> {
  const measured = await Promise.all(
    MEASURED_WORK.map(async queue => {
      const oldest = (await dueItems<unknown>(queue, 1)).map(({ dueAt }) => dueAt).sort()[0];
      return { work: DUE_WORK[queue].name, seconds: secondsSince(oldest) };
    }),
  );
  const late = measured.filter(({ seconds }) => seconds > 0).toSorted((a, b) => b.seconds - a.seconds);
  log.info('backlog', {
    lateSeconds: late[0]?.seconds ?? 0,
    work: late.map(({ work, seconds }) => `${work} ${seconds}`).join(', '),
  });
}
