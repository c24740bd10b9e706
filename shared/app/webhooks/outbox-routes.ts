import { rareWork } from '#shared/platform/aws/queues.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { onCreation, type OutboxRoute } from '#shared/platform/store/outbox.ts';
import type { StoredNotification } from '#shared/output/webhooks/notification.ts';
import { isLate, type WebhookDelivery } from './deliveries/store.ts';

/** An item that contains webhook events: entries of a document's timeline, or a notification that belongs to no timeline. */
interface Telling {
  pk?: string;
  sk?: string;
  data?: { timestamp?: string }[];
  createdAt?: string;
  webhooks?: StoredNotification[];
  duePk?: string;
}

const idOf = ({ sk }: Telling): string => sk?.split('#').at(-1) ?? '';

/** The id of an item's event: the item's own id for the first; for further ones, the same id with a derived last group. */
export const eventId = (id: string, place: number): string =>
  place === 0 ? id : `${id.slice(0, 24)}${sha256(`${id} ${place}`).slice(0, 12)}`;

/** Queues the events of a committed change for publication to the company's webhooks. */
export const webhookEventRoutes: OutboxRoute[] = (['event', 'notification'] as const).map(kind => ({
  kind,
  dispatches: onCreation(item => {
    const telling: Telling = item;
    // An item in the outbox's index is named to the worker, which marks it as dispatched. Others are of companies without a webhook.
    if (!telling.webhooks?.length || !telling.pk?.startsWith('C#') || telling.duePk === undefined) return [];
    const createdAt = telling.data?.[0]?.timestamp ?? telling.createdAt ?? now().toISOString();
    const events = telling.webhooks.map(({ type, data }, place) => ({
      id: eventId(idOf(telling), place),
      type,
      createdAt,
      data,
    }));
    return [{ queue: 'webhook-events', body: { companyId: telling.pk.slice(2), events, waiting: telling.sk } }];
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
