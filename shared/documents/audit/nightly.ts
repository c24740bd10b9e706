import type { AnchorTask } from '#shared/documents/anchors/take.ts';
import { rareWork } from '#shared/platform/aws/queues.ts';
import { sendMessage } from '#shared/platform/aws/send-message.ts';
import { handOverDailyRuns } from '#shared/platform/store/daily-run.ts';
import type { SampleTask } from './sample.ts';

/** Queues what is done for a company each night, where it is due: the anchor of its chains, and the audit of a sample of its numbers. */
export const queueNightlyRuns = (): Promise<void> =>
  handOverDailyRuns('anchors', async ({ companyId }, day) => {
    await sendMessage(rareWork('take-anchor', { companyId, day } satisfies AnchorTask));
    await sendMessage(rareWork('audit-sample', { companyId, day } satisfies SampleTask));
  });
