import * as z from 'zod';
import { instant } from '#shared/base/kernel/clock.ts';
import { validation } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { create, transact } from '#shared/platform/store/transact.ts';
import { EVENTS } from '#shared/output/webhooks/events.ts';
import { openSecrets } from '../endpoints/secret.ts';
import type { WebhookEndpoint } from '../endpoints/store.ts';
import { answerOf, isSuccess } from './answer.ts';
import { countDelivery } from './counts.ts';
import { noteAttempt } from './health.ts';
import { payloadOf, signedRequest } from './sign.ts';
import { deliveryKey, madeAttributes, newDelivery, type SentDelivery } from './store.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** Test deliveries, by which a user checks whether the receiver works. */

export const TEST_EVENT = 'webhook.test';

export const testBody = z
  .object({ eventType: z.string('must be text').trim().max(100).optional() })
  .meta({ id: 'WebhookTestRequest' });

/**
 * Sends a test and waits for the receiver's answer. The delivery is recorded, but never retried, and has no sequence number.
 *
 * @throws 422 when the webhook is switched off, or for an unknown event
 */
export async function sendTest(
  companyId: CompanyId,
  endpoint: WebhookEndpoint,
  eventType: string = TEST_EVENT,
): Promise<SentDelivery> {
  if (!endpoint.isActive) throw validation('The webhook is switched off; switch it on first.', { reason: 'webhook_inactive' });
  if (eventType !== TEST_EVENT && !Object.hasOwn(EVENTS, eventType))
    throw validation('Unknown event.', { eventType: ['must be an event of GET /api/v1/webhooks/events, or webhook.test'] });
  const [id, at] = [newId(), instant()];
  const data = { message: 'This is a test of the webhook.', webhookUuid: endpoint.id };
  // Sequence 0: a test is not an event of the company.
  const payload = payloadOf({ id, type: eventType, createdAt: at, company: companyId, sequence: 0, data });
  const request = signedRequest(
    { id, type: eventType, payload },
    { secrets: await openSecrets(companyId, endpoint), deliveryId: id },
  );
  // Imported lazily: only sending needs the Lambda client.
  const { invokePostWebhook } = await import('#shared/output/webhooks/post/invoke.ts');
  const answer = answerOf(await invokePostWebhook({ url: endpoint.url, headers: request.headers, body: request.payload }));
  const fields = { id, companyId, webhookId: endpoint.id, messageId: id, eventType, attempt: 1, dueAt: at };
  const delivery: SentDelivery = {
    ...newDelivery(fields),
    ...{ status: isSuccess(answer) ? 'success' : 'failed', request: { url: endpoint.url, ...request }, answer, isTest: true },
  };
  const item = { ...deliveryKey(companyId, endpoint.id, id), kind: 'webhook-delivery' as const, version: 1, data: delivery };
  await Promise.all([
    transact([create({ ...item, ...madeAttributes(companyId, delivery) }), countDelivery(companyId, delivery)]),
    noteAttempt(companyId, endpoint.id, answer, { isEvent: false }),
  ]);
  return delivery;
}
