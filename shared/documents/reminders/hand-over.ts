import { sendMessage } from '#shared/platform/aws/send-message.ts';
import { rareWork } from '#shared/platform/aws/queues.ts';
import { handOverDailyRuns } from '#shared/platform/store/daily-run.ts';
import type { RunTask } from './run.ts';

/** Queues the reminders and notices that are due. Nobody is mailed twice when a run is queued twice. */
export const queueDueRuns = (): Promise<void> =>
  handOverDailyRuns('reminders', ({ companyId, run }, day) =>
    sendMessage(rareWork('run-reminders', { companyId, run: run as RunTask['run'], day } satisfies RunTask)),
  );
