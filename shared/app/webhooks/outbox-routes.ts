import { rareWork } from '#shared/platform/aws/queues.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { onCreation, type OutboxRoute } from '#shared/platform/store/outbox.ts';
import { eventsOf, type ItemWithEvents } from './events/item-events.ts';
import { isLate, type WebhookDelivery } from './deliveries/store.ts';

/** Queues the events of a committed change for publication to the company's webhooks. */
export const webhookEventRoutes: OutboxRoute[] = (['event', 'notification'] as const).map(kind => ({
  kind,
  dispatches: onCreation(item => {
    const { pk, duePk, ...itemWithEvents } = item as ItemWithEvents & { pk?: string; duePk?: string };
    const events = eventsOf(itemWithEvents);
    // An item in the outbox's index is named to the worker, which marks it as dispatched. Others are of companies without a webhook.
    if (events.length === 0 || !pk?.startsWith('C#') || duePk === undefined) return [];
    return [{ queue: 'webhook-events', body: { companyId: pk.slice(2), events, waiting: itemWithEvents.sk } }];
  }),
}));

/**
 * Queues a new attempt with a delay until it is due. An attempt beyond the longest delay is left to a scheduled function (late.ts).
 */
export const webhookDeliveryRoute: OutboxRoute = {
  kind: 'webhook-delivery',
  dispatches: onCreation(item => {
    const { companyId, webhookId, id, status, dueAt } = item['data'] as WebhookDelivery;
    const at = now().getTime();
    if (status !== 'pending' || isLate({ dueAt }, at)) return [];
    const delaySeconds = Math.min(900, Math.max(0, Math.ceil((Date.parse(dueAt) - at) / 1000)));
    return [{ queue: 'webhooks', body: { companyId, webhookId, id }, ...(delaySeconds > 0 && { delaySeconds }) }];
  }),
};

/** Queues a requested replay. */
export const webhookReplayRoute: OutboxRoute = {
  kind: 'webhook-replay',
  dispatches: onCreation(({ data }) => [rareWork('replay-webhook', data as object)]),
};

/** Queues the deletion of a removed endpoint's deliveries. */
export const webhookRemovalRoute: OutboxRoute = {
  kind: 'removed-webhook',
  dispatches: onCreation(({ data }) => [rareWork('discard-webhook-deliveries', data as object)]),
};
