import { secondsSince } from '#shared/base/kernel/clock.ts';
import { log } from '#shared/base/kernel/log.ts';
import { dueItems } from '#shared/platform/store/due-work.ts';
import { DUE_WORK, MEASURED_WORK } from '#shared/base/vocabulary/due-work.ts';

/**
 * Logs, for each kind of work in the index `due`, how late its oldest item is: a schedule that does not run at all causes no error. An
 * item that was handed to a worker is due again later; from then on the queue's own metrics say how late it is.
 */
export async function measureBacklog(): Promise<void> {
  await Promise.all(
    MEASURED_WORK.map(async queue => {
      const oldest = (await dueItems<unknown>(queue, 1)).map(({ dueAt }) => dueAt).sort()[0];
      log.info('backlog', { work: DUE_WORK[queue].name, lateSeconds: secondsSince(oldest) });
    }),
  );
}
