import { sendMessage } from '#shared/platform/aws/send-message.ts';
import { rareWork } from '#shared/platform/aws/queues.ts';
import { handOverDailyRuns } from '#shared/platform/store/daily-run.ts';
import type { AnchorTask } from './take.ts';

/** Queues the anchors that are due. */
export const queueDueAnchors = (): Promise<void> =>
  handOverDailyRuns('anchors', ({ companyId }, day) =>
    sendMessage(rareWork('take-anchor', { companyId, day } satisfies AnchorTask)),
  );
