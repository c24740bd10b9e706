import { companyId } from '#shared/platform/lambda/message.ts';
import * as z from 'zod';
import { markDispatched } from '#shared/platform/store/outbox.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition, type Key } from '#shared/platform/store/table.ts';
import { remove, transact } from '#shared/platform/store/transact.ts';
import { countPrefix } from './counts.ts';
import { healthKey } from './health.ts';
import { deliveryPrefix, removedKey } from './store.ts';

export const removedWebhook = z.object({
  companyId: companyId(),
  webhookId: z.guid(),
  /** Whether this is the second pass, which deletes what was still being written when the webhook was removed. */
  isSecond: z.boolean().default(false),
});
export type RemovedWebhook = z.output<typeof removedWebhook>;

/** The limit of DynamoDB. */
const WRITES_PER_TRANSACTION = 100;
/** Transactions of one message: well within the worker's timeout. */
const MAX_TRANSACTIONS = 50;

/** Seconds until the second pass: longer than the timeout of any function that writes deliveries. */
const SETTLED_SECONDS = 60;

/** The message to queue next, and its delay. */
export interface NextMessage {
  task: RemovedWebhook;
  delaySeconds: number;
}

/**
 * Deletes up to 5,000 deliveries of a removed webhook, and when none are left their counts and the record of its health. A second pass
 * deletes what functions that were still running wrote meanwhile. Idempotent.
 *
 * @returns the message to queue next; undefined when everything is deleted
 */
export async function discardDeliveries(removed: RemovedWebhook): Promise<NextMessage | undefined> {
  const { webhookId } = removed;
  const company = removed.companyId;
  // The queue has delivered it: the sweep of lost messages must not send it again.
  await markDispatched(removedKey(removed));
  const keysBelow = (beginsWith: string): Promise<Key[]> =>
    queryItems<Key>({ partition: companyPartition(company), beginsWith }, { limit: WRITES_PER_TRANSACTION, damaged: 'stored' });
  for (let transaction = 0; transaction < MAX_TRANSACTIONS; transaction++) {
    const items = await keysBelow(deliveryPrefix(webhookId));
    if (items.length === 0) {
      // At most 31 (counts.ts).
      const counts = await keysBelow(countPrefix(webhookId));
      await transact([healthKey(company, webhookId), ...counts].map(({ pk, sk }) => remove({ pk, sk })));
      return removed.isSecond ? undefined : { task: { ...removed, isSecond: true }, delaySeconds: SETTLED_SECONDS };
    }
    await transact(items.map(({ pk, sk }) => remove({ pk, sk })));
  }
  return { task: removed, delaySeconds: 0 };
}
