import { companyId } from '#shared/platform/lambda/message.ts';
import * as z from 'zod';
import { instant, now } from '#shared/base/kernel/clock.ts';
import { conflict } from '#shared/base/kernel/errors.ts';
import { firstIdAt, newId, sha256 } from '#shared/base/kernel/ids.ts';
import { awaitsDispatch, markDispatched } from '#shared/platform/store/outbox.ts';
import { isWhole } from '#shared/platform/store/packing/damaged.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, companyPartition, type Item, type Key } from '#shared/platform/store/table.ts';
import { type Commit, create, transact } from '#shared/platform/store/transact.ts';
import { isSubscribed, readEndpoints, type WebhookEndpoint } from '../endpoints/store.ts';
import { createDelivery, expiresLater, messageSortKey, newDelivery, type WebhookDelivery, type WebhookMessage } from './store.ts';

/** Redelivery on request: of one message, or of all messages of a period. */

/** Delivers a message again, starting with attempt 1. @throws 409 when the webhook is switched off, and for a test delivery */
export function retryDelivery(
  company: CompanyId,
  endpoint: WebhookEndpoint,
  { companyId, webhookId, messageId, eventType, isTest }: WebhookDelivery,
  commit: Commit<{ status: 'queued' }>,
): Promise<{ status: 'queued' }> {
  refuseInactive(endpoint);
  if (isTest) throw conflict('A test is not repeated: send another one.', { reason: 'webhook_test' });
  const again = newDelivery({ id: newId(), companyId, webhookId, messageId, eventType, attempt: 1, dueAt: instant() });
  return commit([createDelivery(company, again, now().getTime())], { status: 'queued' });
}

const refuseInactive = ({ isActive }: WebhookEndpoint): void => {
  if (!isActive) throw conflict('The webhook is switched off; switch it on first.', { reason: 'webhook_inactive' });
};

export const replayBody = z
  .object({
    from: z.iso.datetime({ offset: true, error: 'must be an instant (ISO 8601)' }),
    to: z.iso.datetime({ offset: true, error: 'must be an instant (ISO 8601)' }),
  })
  .refine(({ from, to }) => Date.parse(from) <= Date.parse(to), { path: ['from'], message: 'must not be after to' })
  .meta({ id: 'WebhookReplay' });

/** A replay in progress: the messages with ids after `after` and up to `to`. */
export const replayTask = z.object({
  companyId: companyId(),
  webhookId: z.guid(),
  replayId: z.guid(),
  after: z.string(),
  to: z.string(),
});
export type ReplayTask = z.output<typeof replayTask>;

/** Requests a replay by an item whose creation starts the worker. @throws 409 when the webhook is switched off */
export function askForReplay(
  companyId: CompanyId,
  endpoint: WebhookEndpoint,
  { from, to }: z.output<typeof replayBody>,
  commit: Commit<{ status: 'queued' }>,
): Promise<{ status: 'queued' }> {
  refuseInactive(endpoint);
  const replayId = newId();
  const task: ReplayTask = { companyId, webhookId: endpoint.id, replayId, after: firstIdAt(from), to: firstIdAt(to, 'f') };
  const item = {
    ...replayKey(task),
    kind: 'webhook-replay' as const,
    data: task,
    ...awaitsDispatch(replayId),
    ...expiresLater(),
  };
  return commit([create(item)], { status: 'queued' });
}

const replayKey = ({ companyId, replayId }: ReplayTask): Key => companyKey(companyId, `WHREPLAY#${replayId}`);

/** Messages that one run reads and queues. */
const AT_ONCE = 25;

/**
 * Queues the next messages of a replay for an endpoint, if it is subscribed to them. Idempotent: the ids of the attempts are
 * derived from replay and message.
 *
 * @returns the rest of the replay; undefined when it is complete
 */
export async function replay(task: ReplayTask): Promise<ReplayTask | undefined> {
  const { companyId, webhookId, replayId, after, to } = task;
  const [, { records }, items] = await Promise.all([
    markDispatched(replayKey(task)),
    readEndpoints(companyId),
    queryItems<Item & { data: WebhookMessage }>(
      { partition: companyPartition(companyId), between: [`${messageSortKey(after)}!`, messageSortKey(to)] },
      { limit: AT_ONCE, damaged: 'stored' },
    ),
  ]);
  const endpoint = records.find(({ id }) => id === webhookId);
  const last = items.at(-1);
  if (!endpoint?.isActive || !last) return undefined;
  const messages = items.filter(item => isWhole(item, 'data')).map(({ data }) => data);
  for (const message of messages.filter(({ type }) => isSubscribed(endpoint, type))) {
    // Deterministic, so that a repeated run creates no second attempt.
    const id = `${message.id.slice(0, 24)}${sha256(`${message.id} ${replayId}`).slice(0, 12)}`;
    const fields = { companyId, webhookId, messageId: message.id, eventType: message.type, attempt: 1, dueAt: instant() };
    await createOnce(companyId, newDelivery({ ...fields, id }));
  }
  return items.length < AT_ONCE ? undefined : { ...task, after: last.sk.slice(messageSortKey('').length) };
}

async function createOnce(company: CompanyId, delivery: WebhookDelivery): Promise<void> {
  const write = createDelivery(company, delivery, now().getTime());
  await transact([write]).catch((error: unknown) => {
    if ((error as Error).name !== 'ConditionFailed') throw error;
  });
}
