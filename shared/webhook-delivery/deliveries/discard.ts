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
  /** The second look, for what was being written when the webhook was removed. */
  isSecond: z.boolean().default(false),
});
export type RemovedWebhook = z.output<typeof removedWebhook>;

/** What one transaction takes. */
const AT_ONCE = 100;
/** Transactions of one run: well within the time of a worker. */
const MOST = 50;

/** Seconds until what wrote deliveries of the webhook when it was removed has ended: longer than any function that does may run. */
const SETTLED_SECONDS = 60;

/** What is to be done next, and in how many seconds. */
export interface Rest {
  task: RemovedWebhook;
  delaySeconds: number;
}

/** Discards the deliveries of a webhook that was removed, and their counts: at once, and once more later. May run twice. */
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
