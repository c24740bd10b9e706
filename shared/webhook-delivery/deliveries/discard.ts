import * as z from 'zod';
import { markDispatched } from '../../store/outbox.ts';
import { queryItems } from '../../store/read.ts';
import { companyPartition, companyScope, type Key } from '../../store/table.ts';
import { remove, transact } from '../../store/transact.ts';
import { countPrefix } from './counts.ts';
import { healthKey } from './health.ts';
import { deliveryPrefix, removedKey } from './store.ts';

export const removedWebhook = z.object({
  companyId: z.guid(),
  webhookId: z.guid(),
  /** Whether this is the second pass, which deletes what was still being written when the webhook was removed. */
  isSecond: z.boolean().default(false),
});
export type RemovedWebhook = z.output<typeof removedWebhook>;

/** Maximum of writes in one DynamoDB transaction. */
const AT_ONCE = 100;
/** Maximum of transactions in one run: well within the worker's timeout. */
const MOST = 50;

/** Seconds until the second pass: longer than the timeout of any function that writes deliveries. */
const SETTLED_SECONDS = 60;

/** The next run, and its delay. */
export interface Rest {
  task: RemovedWebhook;
  delaySeconds: number;
}

/**
 * Deletes the deliveries of a removed webhook, and their counts: immediately, and in a second pass later. Idempotent.
 *
 * @returns the next run; undefined when everything is deleted
 */
export async function discardDeliveries(removed: RemovedWebhook): Promise<Rest | undefined> {
  const { webhookId } = removed;
  const company = companyScope(removed.companyId);
  await markDispatched(removedKey(removed));
  const keysBelow = (beginsWith: string): Promise<Key[]> =>
    queryItems<Key>({ partition: companyPartition(company), beginsWith }, { limit: AT_ONCE });
  for (let run = 0; run < MOST; run++) {
    const items = await keysBelow(deliveryPrefix(webhookId));
    if (items.length === 0) {
      const counts = await keysBelow(countPrefix(webhookId));
      await transact([healthKey(company, webhookId), ...counts].map(({ pk, sk }) => remove({ pk, sk })));
      return removed.isSecond ? undefined : { task: { ...removed, isSecond: true }, delaySeconds: SETTLED_SECONDS };
    }
    await transact(items.map(({ pk, sk }) => remove({ pk, sk })));
  }
  return { task: removed, delaySeconds: 0 };
}
