import { sendMessage } from '#shared/platform/aws/send-message.ts';
import { instantIn, now } from '#shared/base/kernel/clock.ts';
import { dueRows } from '#shared/platform/store/due-work.ts';
import { ConditionFailed, transact, update } from '#shared/platform/store/transact.ts';
import type { DeliveryTask } from './deliver.ts';
import { deliveryKey, LATE_DELIVERIES } from './store.ts';

/** Rows that a run reads from each index partition in a round, and the maximum of rounds. */
const AT_ONCE = 250;
const ROUNDS = 20;

/** Seconds until the next run. Attempts that are due before it are queued now, with a delay. */
const AHEAD_SECONDS = 60;

type LateDelivery = Pick<DeliveryTask, 'companyId' | 'webhookId' | 'id'> & { dueAt: string };

/**
 * Queues the attempts that were created for a time beyond the queue's longest delay, and are due before the next run. Concurrent
 * runs may queue an attempt twice; it is made only once.
 */
export async function queueLateDeliveries(): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const rows = await dueRows<LateDelivery>(LATE_DELIVERIES, AT_ONCE, instantIn(AHEAD_SECONDS));
    if (rows.length === 0) return;
    for (let first = 0; first < rows.length; first += 50) await Promise.all(rows.slice(first, first + 50).map(handOver));
  }
}

async function handOver({ companyId, webhookId, id, dueAt }: LateDelivery): Promise<void> {
  const delaySeconds = Math.max(0, Math.ceil((Date.parse(dueAt) - now().getTime()) / 1000));
  await sendMessage({ queue: 'webhooks', body: { companyId, webhookId, id }, delaySeconds });
  try {
    await transact([
      update(deliveryKey(companyId, webhookId, id), {
        expression: 'REMOVE duePk, dueAt',
        condition: 'attribute_exists(pk)',
      }),
    ]);
  } catch (error) {
    // The attempt's record has expired meanwhile.
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
