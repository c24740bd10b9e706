import { companyId } from '#shared/platform/lambda/message.ts';
import * as z from 'zod';
import { companyHasWebhooks } from './company.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { markDispatched } from '#shared/platform/store/outbox.ts';
import { getItem, getItems } from '#shared/platform/store/read.ts';
import { setIsAt } from '#shared/platform/store/record-set.ts';
import { type CompanyId, companyKey, type Item } from '#shared/platform/store/table.ts';
import { decidedOn, put, retryOnContention, transact, type Write } from '#shared/platform/store/transact.ts';
import { isSubscribed, readEndpoints, type WebhookEndpoint, WEBHOOKS } from '../endpoints/store.ts';
import { createDelivery, createMessage, messageKey, newDelivery } from './store.ts';
import { payloadOf } from './sign.ts';

/** Turns committed events into numbered messages, and creates a delivery for each subscribed endpoint. */

/** The events of one item, as the table's stream passes them on. */
export const committedEvents = z.object({
  companyId: companyId(),
  /** Sort key of the item, which must be marked as dispatched (store/outbox.ts). */
  waiting: z.string(),
  events: z.array(z.object({ id: z.guid(), type: z.string(), createdAt: z.string(), data: z.string() })),
});
export type CommittedEvents = z.output<typeof committedEvents>;

type CommittedEvent = CommittedEvents['events'][number];

/** Maximum of writes in one DynamoDB transaction. */
const MOST_WRITES = 100;

/**
 * Publishes events to the endpoints of their company. Idempotent: each event is published once. While a company has no endpoint,
 * its events get no numbers.
 *
 * @param waiting sort keys of the items to mark as dispatched
 */
export async function publishEvents(
  companyId: CompanyId,
  events: CommittedEvent[],
  waiting: readonly string[] = [],
): Promise<void> {
  const [{ records }] = await Promise.all([
    readEndpoints(companyId),
    ...waiting.map(sk => markDispatched(companyKey(companyId, sk))),
  ]);
  if (records.length === 0 || !(await companyHasWebhooks(companyId))) return;
  const once = [...new Map(events.map(event => [event.id, event])).values()];
  let left = once.toSorted((a, b) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id));
  while (left.length > 0) left = await publish(companyId, left);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Writes numbers, messages and their deliveries in one transaction, conditional on the sequence and on the set of endpoints as they
 * were read; it is repeated after a conflict. An event that already has a message is skipped.
 *
 * @returns the events that did not fit into the transaction
 */
const publish = (company: CompanyId, events: readonly CommittedEvent[]): Promise<CommittedEvent[]> =>
  retryOnContention(async () => {
    const [last, published, endpoints] = await Promise.all([
      readSequence(company),
      getItems<Item>(events.map(event => messageKey(company, event.id))),
      readEndpoints(company),
    ]);
    if (endpoints.records.length === 0) return [];
    const active = endpoints.records.filter(({ isActive }) => isActive);
    // Writes: one for the sequence, one for the set of endpoints; for each event, its message and a delivery to each endpoint.
    const room = Math.floor((MOST_WRITES - 2) / (1 + active.length));
    const unpublished = events.filter((_, place) => published[place] === undefined);
    const next = unpublished.slice(0, room);
    if (next.length === 0) return [];
    await transact([
      decidedOn(sequenceWrite(company, last, next.length)),
      setIsAt(company, WEBHOOKS.prefix, endpoints.version),
      ...next.flatMap((event, place) => messageWrites(company, event, last + place + 1, active)),
    ]);
    return unpublished.slice(room);
  });

/** A message, and an attempt for each endpoint that is subscribed to it. */
function messageWrites(
  company: CompanyId,
  event: CommittedEvent,
  sequence: number,
  endpoints: readonly WebhookEndpoint[],
): Write[] {
  const { id: messageId, type: eventType, createdAt } = event;
  const payload = payloadOf({ ...event, data: JSON.parse(event.data) as object, company, sequence });
  const message = { id: messageId, type: eventType, createdAt, sequence, payload };
  const at = now();
  const attempt = { companyId: company, messageId, eventType, attempt: 1, dueAt: at.toISOString() };
  const receivers = endpoints.filter(endpoint => isSubscribed(endpoint, eventType));
  return [
    createMessage(company, message),
    ...receivers.map(({ id: webhookId }) =>
      createDelivery(company, newDelivery({ ...attempt, id: messageId, webhookId }), at.getTime()),
    ),
  ];
}

const sequenceKey = (company: CompanyId) => companyKey(company, 'WHSEQ');

const readSequence = async (company: CompanyId): Promise<number> =>
  (await getItem<Item & { sequence: number }>(sequenceKey(company)))?.sequence ?? 0;

const sequenceWrite = (company: CompanyId, last: number, more: number) =>
  put(
    { ...sequenceKey(company), kind: 'webhook-sequence', sequence: last + more },
    last === 0
      ? { expression: 'attribute_not_exists(pk)' }
      : { expression: '#sequence = :last', names: { '#sequence': 'sequence' }, values: { ':last': last } },
  );
