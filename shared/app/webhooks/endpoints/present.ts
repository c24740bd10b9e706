import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { EVENTS } from '#shared/output/webhooks/events.ts';
import type { Health } from '../deliveries/health.ts';
import type { WithSecret } from './manage.ts';
import { MASKED_SECRET } from './secret.ts';
import type { WebhookEndpoint } from './store.ts';

/** Endpoints as responses show them (WHK-10, WHK-11); schema.ts has the schemas. */

export const presentEndpoint = ({ id, url, description, events, isActive, createdAt, updatedAt }: WebhookEndpoint) => ({
  uuid: id,
  url,
  description,
  events,
  isActive,
  secret: MASKED_SECRET,
  createdAt: presentInstant(createdAt),
  updatedAt: presentInstant(updatedAt),
});

/** With the secret in plain text: only for the response to the secret's creation. */
export const presentWithSecret = ({ endpoint, secret }: WithSecret) => ({ ...presentEndpoint(endpoint), secret });

/** @param deliveries number of stored attempts */
export const presentEndpointDetail = ({
  endpoint,
  health,
  deliveries,
}: {
  endpoint: WebhookEndpoint;
  health: Health;
  deliveries: number;
}) => ({
  ...presentEndpoint(endpoint),
  deliveriesCount: deliveries,
  lastDeliveryAt: presentInstantOrNull(health.lastDeliveryAt),
  lastDeliveryStatus: health.lastDeliveryStatus,
});

/** The events that endpoints may subscribe to. */
export const presentEvents = () =>
  Object.entries(EVENTS).map(([name, { description, category }]) => ({ name, description, category }));
