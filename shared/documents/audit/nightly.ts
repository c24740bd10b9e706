import type { AnchorTask } from '#shared/documents/anchors/take.ts';
import { rareWork } from '#shared/platform/aws/queues.ts';
import { sendMessage } from '#shared/platform/aws/send-message.ts';
import { handOverDailyRuns } from '#shared/platform/store/daily-run.ts';
import type { SampleTask } from './sample.ts';

/** The nights, after the end of retention periods on 1 July, of which one at least sends the yearly notice; it is mailed once. */
const isNoticed = (day: string): boolean => day.slice(5) >= '07-02' && day.slice(5) <= '07-05';

/**
 * Queues what is done for a company each night, where it is due: the anchor of its chains, and the audit of a sample of its numbers; once a year also
 * the notice of what is past its retention.
 */
export const queueNightlyRuns = (): Promise<void> =>
  handOverDailyRuns('anchors', async ({ companyId }, day) => {
    await sendMessage(rareWork('take-anchor', { companyId, day } satisfies AnchorTask));
    await sendMessage(rareWork('audit-sample', { companyId, day } satisfies SampleTask));
    if (isNoticed(day)) await sendMessage(rareWork('notify-retention', { companyId, day }));
  });
