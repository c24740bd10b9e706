import { now } from '../kernel/clock.ts';
import { sha256 } from '../kernel/ids.ts';
import { onCreation, type OutboxRoute } from '../store/outbox.ts';
import type { Notification } from '../webhooks/notification.ts';
import { isLate, type WebhookDelivery } from './deliveries/store.ts';

/** What is written with its events: entries of timelines, and notifications of what is in none. */
interface Telling {
  pk?: string;
  sk?: string;
  data?: { id?: string; timestamp?: string };
  createdAt?: string;
  webhooks?: Notification[];
  duePk?: string;
}

const idOf = ({ data, sk }: Telling): string => data?.id ?? sk?.split('#').at(-1) ?? '';

/** The id of the n-th event of an item: that of the item, the last group made another for those after the first. */
export const eventId = (id: string, place: number): string =>
  place === 0 ? id : `${id.slice(0, 24)}${sha256(`${id} ${place}`).slice(0, 12)}`;

/** The events of a committed change are published to the company's webhooks. */
export const webhookEventRoutes: OutboxRoute[] = (['event', 'notification'] as const).map(kind => ({
  kind,
  dispatches: onCreation(item => {
    const telling: Telling = item;
    if (!telling.webhooks?.length || !telling.pk?.startsWith('C#')) return [];
    const createdAt = telling.data?.timestamp ?? telling.createdAt ?? now().toISOString();
    const events = telling.webhooks.map(({ type, data }, place) => ({
      id: eventId(idOf(telling), place),
      type,
      createdAt,
      data,
    }));
    // Where the item waits for it, the worker says that it has it.
    const waiting = telling.duePk === undefined ? {} : { waiting: telling.sk };
    return [{ queue: 'webhook-events', body: { companyId: telling.pk.slice(2), events, ...waiting } }];
  }),
}));

/** A new attempt goes to the queue, held back until its time; one that is due later is found by a timed function. */
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

/** A replay that was asked for is begun. */
export const webhookReplayRoute: OutboxRoute = {
  kind: 'webhook-replay',
  dispatches: onCreation(({ data }) => [{ queue: 'webhook-replays', body: data as object }]),
};

/** With an endpoint its deliveries go. */
export const webhookRemovalRoute: OutboxRoute = {
  kind: 'removed-webhook',
  dispatches: onCreation(({ data }) => [{ queue: 'webhook-removals', body: data as object }]),
};
