import { companyId } from '#shared/platform/lambda/message.ts';
import { randomInt } from 'node:crypto';
import * as z from 'zod';
import { readCompany } from '#shared/platform/access/records.ts';
import { instant, now } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { log } from '#shared/base/kernel/log.ts';
import type { ItemChange } from '#shared/platform/store/change-item.ts';
import { takeLease, writesOfLeased } from '#shared/platform/store/lease.ts';
import { markDispatched } from '#shared/platform/store/outbox.ts';
import { getItem } from '#shared/platform/store/read.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { transact, type Write } from '#shared/platform/store/transact.ts';
import { invokePostWebhook } from '#shared/output/webhooks/post/invoke.ts';
import { switchOff } from '../endpoints/manage.ts';
import { mailsToAdmins } from '../endpoints/mail-admins.ts';
import { openSecrets } from '../endpoints/secret.ts';
import { readEndpoints, type WebhookEndpoint } from '../endpoints/store.ts';
import { answerOf, isSuccess } from './answer.ts';
import { planHasWebhooks } from './company.ts';
import { countDelivery } from './counts.ts';
import { freeSlot, noteAttempt, readHealth, takeSlot } from './health.ts';
import { deferralSeconds, isHopeless, retryAfterFailure } from './retries.ts';
import { signedRequest } from './sign.ts';
import {
  type Answered,
  createDelivery,
  type DeliveryItem,
  deliveryKey,
  madeAttributes,
  type MadeDelivery,
  newDelivery,
  readMessage,
  type WebhookDelivery,
} from './store.ts';

/** Queue message that identifies an attempt. */
export const deliveryTask = z.object({
  companyId: companyId(),
  webhookId: z.guid(),
  id: z.guid(),
  /** How often the attempt was deferred because all slots of its endpoint were taken. */
  deferrals: z.int().min(0).default(0),
});
export type DeliveryTask = z.output<typeof deliveryTask>;

/** Longer than the worker's timeout, and no longer than the visibility timeout of its queue. */
const LEASE_SECONDS = 60;

/** An attempt to be queued again as a new message, so that waiting does not count towards the queue's maximum of receives. */
export interface Postponed {
  task: DeliveryTask;
  delaySeconds: number;
}

const random = (): number => randomInt(1_000_001) / 1_000_000;

/**
 * Makes an attempt and records its result, together with the next attempt, in one transaction. Delivery is at least once: when a
 * process dies after the receiver accepted the message, the attempt is made again with the same ids.
 *
 * Each endpoint has a few slots for concurrent attempts, so that a slow endpoint occupies few of the workers and does not delay the
 * events of others.
 *
 * @returns the attempt, to be queued again, when it is not yet due or all slots are taken; undefined otherwise
 * @throws when the attempt could not be made because of an error on our side: the queue delivers the task again
 */
export async function deliver(task: DeliveryTask): Promise<Postponed | undefined> {
  const { webhookId, id, deferrals } = task;
  const company = task.companyId;
  const [item, { records }, health, record] = await Promise.all([
    getItem<DeliveryItem>(deliveryKey(company, webhookId, id)),
    readEndpoints(company),
    readHealth(company, webhookId),
    readCompany(company),
  ]);
  if (!item || isMade(item.data)) return undefined;
  const early = (Date.parse(item.data.dueAt) - now().getTime()) / 1000;
  if (early > 0) return { task, delaySeconds: Math.min(900, Math.ceil(early)) };
  const endpoint = records.find(one => one.id === webhookId);
  if (!endpoint) return undefined;
  if (!record || record.deletedAt !== null) return drop(company, item, 'The company was deleted.');
  if (!endpoint.isActive) return drop(company, item, SWITCHED_OFF);
  const slot = await takeSlot(company, webhookId, health);
  if (!slot) {
    // The queue now has the attempt; the outbox must not report it as overdue, however long it waits for a slot.
    if (item.duePk !== undefined) await markDispatched(item);
    return { task: { ...task, deferrals: deferrals + 1 }, delaySeconds: deferralSeconds(deferrals, random()) };
  }
  try {
    await attempt(company, item, { endpoint, slot, organizationId: record.organizationId });
  } catch (error) {
    await freeSlot(company, webhookId, slot);
    throw error;
  }
  return undefined;
}

const isMade = ({ status }: WebhookDelivery): boolean => status !== 'pending';

interface Begun {
  endpoint: WebhookEndpoint;
  slot: string;
  organizationId: string;
}

async function attempt(company: CompanyId, loaded: DeliveryItem, { endpoint, slot, organizationId }: Begun): Promise<void> {
  const begin = (delivery: WebhookDelivery): ItemChange<WebhookDelivery> => ({ after: delivery });
  const [item, message, secrets, { records }, isInPlan] = await Promise.all([
    takeLease<WebhookDelivery>(loaded, LEASE_SECONDS, { isDone: isMade, begin }, loaded),
    readMessage(company, loaded.data.messageId),
    openSecrets(company, endpoint),
    // Read again: an earlier attempt may have switched the endpoint off before this one got its slot.
    readEndpoints(company),
    planHasWebhooks(organizationId),
  ]);
  if (!item) return freeSlot(company, endpoint.id, slot);
  const isOn = records.some(({ id, isActive }) => id === endpoint.id && isActive);
  if (!message || !isOn || !isInPlan) {
    const why = !isOn ? SWITCHED_OFF : message ? 'The plan does not include webhooks.' : 'The event is not kept any more.';
    await transact(writesOfLeased(item, made(company, notSent(item.data, why))));
    return freeSlot(company, endpoint.id, slot);
  }
  const { id } = item.data;
  const request = signedRequest(message, { secrets, deliveryId: id });
  const posted = await invokePostWebhook({ url: endpoint.url, headers: request.headers, body: request.payload });
  await record(company, item, { endpoint, slot, request: { url: endpoint.url, ...request }, answer: answerOf(posted) });
}

const SWITCHED_OFF = 'The webhook is switched off.';

/** The change that completes a delivery: it appears in the list, and is counted. */
const made = (company: CompanyId, delivery: MadeDelivery): ItemChange<WebhookDelivery> & { also: Write[] } => ({
  after: delivery,
  attributes: madeAttributes(company, delivery),
  also: [countDelivery(company, delivery)],
});

const notSent = (delivery: WebhookDelivery, errorMessage: string): MadeDelivery => ({
  ...delivery,
  status: 'failed',
  answer: { responseCode: 0, responseHeaders: null, responseBody: null, durationMs: 0, errorMessage, deliveredAt: instant() },
});

/** Marks an attempt as failed without sending it, with the reason. */
async function drop(company: CompanyId, item: DeliveryItem, errorMessage: string): Promise<undefined> {
  const begin = (delivery: WebhookDelivery): ItemChange<WebhookDelivery> => made(company, notSent(delivery, errorMessage));
  await takeLease<WebhookDelivery>(item, LEASE_SECONDS, { isDone: isMade, begin }, item);
}

interface Attempt {
  endpoint: WebhookEndpoint;
  slot: string;
  request: NonNullable<WebhookDelivery['request']>;
  answer: Answered;
}

/**
 * Records the result of an attempt: first in the endpoint's health, then in the delivery. When a process dies in between, the
 * attempt is made again; in the opposite order, an endpoint that answered 410 would stay switched on. The slot is freed together
 * with the health update, but after a 410 only once the endpoint is switched off, so that no other attempt begins in between.
 */
async function record(company: CompanyId, item: DeliveryItem, { endpoint, slot, request, answer }: Attempt): Promise<void> {
  const succeeded = isSuccess(answer);
  const isGone = answer.responseCode === 410;
  const { failingSince } = await noteAttempt(company, endpoint.id, answer, { isEvent: true, ...(!isGone && { slot }) });
  const recorded = (wait: number | null): Write[] => {
    const nextRetryAt = wait === null ? null : new Date(now().getTime() + wait * 1000).toISOString();
    const delivery: MadeDelivery = {
      ...item.data,
      ...{ status: succeeded ? 'success' : 'failed', request, answer, nextRetryAt },
    };
    const next = nextRetryAt === null ? [] : [nextAttempt(company, delivery, nextRetryAt)];
    return [...writesOfLeased(item, made(company, delivery)), ...next];
  };
  const { activeSince } = endpoint;
  // After a success `failingSince` is null.
  if (isGone || isHopeless({ failingSince, activeSince }, now().getTime())) {
    await switchOff(company, endpoint.id, async off => {
      if (off) log.warn('Webhook switched off', { webhookId: off.id });
      return [...recorded(null), ...(off ? await mailsToAdmins(company, off) : [])];
    });
    if (isGone) await freeSlot(company, endpoint.id, slot);
  } else {
    await transact(recorded(succeeded ? null : retryAfterFailure(item.data.attempt, answer, random())));
  }
}

const nextAttempt = (company: CompanyId, delivery: WebhookDelivery, dueAt: string): Write => {
  const { companyId, webhookId, messageId, eventType, attempt } = delivery;
  const next = newDelivery({ id: newId(), companyId, webhookId, messageId, eventType, attempt: attempt + 1, dueAt });
  return createDelivery(company, next, now().getTime());
};
