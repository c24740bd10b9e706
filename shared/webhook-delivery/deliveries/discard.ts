import * as z from 'zod';
import { markDispatched } from '../../store/outbox.ts';
import { queryItems } from '../../store/read.ts';
import { companyPartition, companyScope, type Key } from '../../store/table.ts';
import { remove, transact } from '../../store/transact.ts';
import { deliveryPrefix, healthKey, removedKey } from './store.ts';

export const removedWebhook = z.object({ companyId: z.guid(), webhookId: z.guid() });
export type RemovedWebhook = z.output<typeof removedWebhook>;

/** What one transaction takes. */
const AT_ONCE = 100;
/** Transactions of one run: well within the time of a worker. */
const MOST = 50;

/** Discards the deliveries of a webhook that was removed. May run twice. @returns whether some are left */
export async function discardDeliveries(removed: RemovedWebhook): Promise<{ areLeft: boolean }> {
  const { webhookId } = removed;
  const company = companyScope(removed.companyId);
  await markDispatched(removedKey(removed));
  const range = { partition: companyPartition(company), beginsWith: deliveryPrefix(webhookId) };
  for (let run = 0; run < MOST; run++) {
    const items = await queryItems<Key>(range, { limit: AT_ONCE });
    if (items.length === 0) {
      await transact([remove(healthKey(company, webhookId))]);
      return { areLeft: false };
    }
    await transact(items.map(({ pk, sk }) => remove({ pk, sk })));
  }
  return { areLeft: true };
}
