import { sendMessage } from '#shared/platform/aws/send-message.ts';
import { handOverDailyRuns } from '#shared/platform/store/daily-run.ts';
import type { AnchorTask } from './take.ts';

/** Queues the anchors that are due. */
export const queueDueAnchors = (): Promise<void> =>
  handOverDailyRuns('anchors', ({ companyId }, day) =>
    sendMessage({ queue: 'anchors', body: { companyId, day } satisfies AnchorTask }),
  );
