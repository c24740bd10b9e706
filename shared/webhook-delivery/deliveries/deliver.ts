import { randomInt } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { dynamodb } from '../../aws/dynamodb.ts';
import { instant, now } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { log } from '../../kernel/log.ts';
import { mailRequest } from '../../mail/requests.ts';
import { changeLeased, endLease, takeLease } from '../../store/lease.ts';
import { type CompanyId, companyPartition, companyScope, tableName } from '../../store/table.ts';
import { retryPlainWrite, type Write } from '../../store/transact.ts';
import { invokePostWebhook } from '../../webhooks/post/invoke.ts';
import { switchOff } from '../endpoints/manage.ts';
import { openSecrets } from '../endpoints/secret.ts';
import { readEndpoints, type WebhookEndpoint } from '../endpoints/store.ts';
import { answerOf, isSuccess } from './answer.ts';
import { HOPELESS_AFTER_MS, retryAfterFailure } from './retries.ts';
import { signedRequest } from './sign.ts';
import {
  type Answered,
  createDelivery,
  type DeliveryItem,
  deliveryKey,
  type Health,
  healthKey,
  newDelivery,
  readMessage,
  type WebhookDelivery,
} from './store.ts';

/** Names an attempt. */
export const deliveryTask = z.object({ companyId: z.guid(), webhookId: z.guid(), id: z.guid() });
export type DeliveryTask = z.output<typeof deliveryTask>;

/** Longer than the worker may run, no longer than its message stays hidden from others. */
const LEASE_SECONDS = 60;

/** Asked of the queue once more: the message came before its time. */
export interface TooEarly {
  delaySeconds: number;
}

/**
 * Makes an attempt and records how it went, with the next attempt in the same transaction. At least once: a process that dies after the
 * receiver took the message leaves the attempt to be made again, under the same ids.
 *
 * @returns how long it is too early, where it is
 * @throws when the attempt could not be made for reasons of our own: the queue delivers the task again
 */
export async function deliver({ companyId, webhookId, id }: DeliveryTask): Promise<TooEarly | undefined> {
  const company = companyScope(companyId);
  const item = await takeLease<WebhookDelivery>(deliveryKey(company, webhookId, id), LEASE_SECONDS, {
    isDone: delivery => delivery.status !== 'pending',
    begin: delivery => ({ after: delivery }),
  });
  if (!item) return undefined;
  const early = (Date.parse(item.data.dueAt) - now().getTime()) / 1000;
  if (early > 1) {
    await endLease(item, delivery => ({ after: delivery }));
    return { delaySeconds: Math.min(900, Math.ceil(early)) };
  }
  const [{ records }, message] = await Promise.all([readEndpoints(company), readMessage(company, item.data.messageId)]);
  const endpoint = records.find(one => one.id === webhookId);
  if (!endpoint?.isActive || !message) {
    await drop(item, endpoint ? 'The webhook is switched off.' : 'The webhook was removed.');
    return undefined;
  }
  const request = signedRequest(companyId, message, { secrets: await openSecrets(company, endpoint), deliveryId: id });
  const posted = await invokePostWebhook({ url: endpoint.url, headers: request.headers, body: request.payload });
  await record(company, item, { url: endpoint.url, ...request }, answerOf(posted));
  return undefined;
}

/** Nothing is sent any more; the record says why. */
const drop = (item: DeliveryItem, errorMessage: string): Promise<unknown> =>
  endLease<WebhookDelivery>(item, delivery => ({
    after: {
      ...delivery,
      status: 'failed',
      answer: { responseCode: 0, responseHeaders: null, responseBody: null, durationMs: 0, errorMessage, deliveredAt: instant() },
    },
  }));

async function record(
  company: CompanyId,
  item: DeliveryItem,
  request: NonNullable<WebhookDelivery['request']>,
  answer: Answered,
): Promise<void> {
  const succeeded = isSuccess(answer);
  const wait =
    succeeded || item.data.isTest ? null : retryAfterFailure(item.data.attempt, answer, randomInt(1_000_001) / 1_000_000);
  const nextRetryAt = wait === null ? null : new Date(now().getTime() + wait * 1000).toISOString();
  const recorded = await changeLeased<WebhookDelivery>(item, delivery => ({
    after: { ...delivery, status: succeeded ? 'success' : 'failed', request, answer, nextRetryAt },
    also: nextRetryAt === null ? [] : [nextAttempt(company, delivery, nextRetryAt)],
  }));
  if (!recorded) return;
  const { webhookId } = item.data;
  const failingSince = await noteHealth(company, webhookId, succeeded);
  if (succeeded) return;
  const isHopeless = failingSince !== null && now().getTime() - Date.parse(failingSince) >= HOPELESS_AFTER_MS;
  if (answer.responseCode === 410 || isHopeless) await disable(company, webhookId);
}

const nextAttempt = (company: CompanyId, delivery: WebhookDelivery, dueAt: string): Write => {
  const { companyId, webhookId, messageId, eventType, attempt } = delivery;
  const next = newDelivery({ id: newId(), companyId, webhookId, messageId, eventType, attempt: attempt + 1, dueAt });
  return createDelivery(company, next, now().getTime());
};

/**
 * Counts the attempt. A plain update: attempts to one endpoint end at the same time, and what is lost when a process dies here is one
 * count.
 *
 * @returns since when the endpoint has failed without a success; null after one
 */
async function noteHealth(company: CompanyId, webhookId: string, succeeded: boolean): Promise<string | null> {
  const failing = succeeded ? 'REMOVE failingSince' : '';
  const { Attributes: health } = await retryPlainWrite(() =>
    dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: healthKey(company, webhookId),
        UpdateExpression: `SET #kind = :kind, lastDeliveryAt = :at, lastDeliveryStatus = :status${
          succeeded ? '' : ', failingSince = if_not_exists(failingSince, :at)'
        } ${failing} ADD deliveries :one`,
        ExpressionAttributeNames: { '#kind': 'kind' },
        ExpressionAttributeValues: {
          ':kind': 'webhook-health',
          ':at': instant(),
          ':status': succeeded ? 'success' : 'failed',
          ':one': 1,
        },
        ReturnValues: 'ALL_NEW',
      }),
    ),
  );
  return (health as Partial<Health> | undefined)?.failingSince ?? null;
}

/** Switches the endpoint off, and mails who made it. */
async function disable(company: CompanyId, webhookId: string): Promise<void> {
  log.warn('Webhook switched off', { webhookId });
  await switchOff(company, webhookId, (endpoint: WebhookEndpoint) =>
    Promise.resolve(
      endpoint.createdBy === null
        ? []
        : [
            mailRequest(companyPartition(company), {
              template: 'webhook-disabled',
              userId: endpoint.createdBy,
              url: endpoint.url,
            }),
          ],
    ),
  );
}
