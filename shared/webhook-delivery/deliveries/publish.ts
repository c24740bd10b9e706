import * as z from 'zod';
import { findCompany } from './company.ts';
import { now } from '../../kernel/clock.ts';
import { getItem } from '../../store/read.ts';
import { type CompanyId, companyKey, companyScope, type Item } from '../../store/table.ts';
import { put, retryOnContention, transact } from '../../store/transact.ts';
import { isSubscribed, readEndpoints, type WebhookEndpoint } from '../endpoints/store.ts';
import { createDelivery, createMessage, newDelivery, readMessage, type WebhookMessage } from './store.ts';

/** Makes messages of committed events: numbers them, and notes for each subscribed endpoint that it is to be delivered. */

/** What the table's stream says of the events of one item. */
export const committedEvents = z.object({
  companyId: z.guid(),
  events: z.array(z.object({ id: z.guid(), type: z.string(), createdAt: z.string(), data: z.record(z.string(), z.unknown()) })),
});
export type CommittedEvents = z.output<typeof committedEvents>;

/**
 * Publishes events to the endpoints of their company, once however often it runs. Nothing is numbered while a company has no endpoint.
 */
export async function publishEvents({ companyId, events }: CommittedEvents): Promise<void> {
  const company = companyScope(companyId);
  const { records } = await readEndpoints(company);
  const active = records.filter(({ isActive }) => isActive);
  // While the plan has no webhooks none fires.
  if (records.length === 0 || !(await findCompany(company))?.hasWebhooks) return;
  for (const event of events) await publish(company, companyId, event, active);
}

/**
 * The number, the message and its deliveries in one transaction: of two at once one is numbered again. An event that was published is
 * known by its message.
 */
const publish = (
  company: CompanyId,
  companyId: string,
  event: CommittedEvents['events'][number],
  endpoints: readonly WebhookEndpoint[],
): Promise<void> =>
  retryOnContention(async () => {
    const [last, published] = await Promise.all([readSequence(company), readMessage(company, event.id)]);
    if (published) return;
    const message: WebhookMessage = { ...event, sequence: last + 1 };
    const { id: messageId, type: eventType } = message;
    const attempt = { companyId, messageId, eventType, attempt: 1, dueAt: now().toISOString() };
    await transact([
      sequenceWrite(company, last),
      createMessage(company, message),
      ...endpoints
        .filter(endpoint => isSubscribed(endpoint, eventType))
        .map(({ id: webhookId }) =>
          createDelivery(company, newDelivery({ ...attempt, id: messageId, webhookId }), now().getTime()),
        ),
    ]);
  });

const sequenceKey = (company: CompanyId) => companyKey(company, 'WHSEQ');

const readSequence = async (company: CompanyId): Promise<number> =>
  (await getItem<Item & { sequence: number }>(sequenceKey(company)))?.sequence ?? 0;

const sequenceWrite = (company: CompanyId, last: number) =>
  put(
    { ...sequenceKey(company), kind: 'webhook-sequence', sequence: last + 1 },
    last === 0
      ? { expression: 'attribute_not_exists(pk)' }
      : { expression: '#sequence = :last', names: { '#sequence': 'sequence' }, values: { ':last': last } },
  );
