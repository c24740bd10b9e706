import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { instant, now } from '#shared/base/kernel/clock.ts';
import { randomHex } from '#shared/base/kernel/ids.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, type Item, type Key, tableName } from '#shared/platform/store/table.ts';
import type { Answered } from './store.ts';
import { isSuccess } from './answer.ts';

/**
 * Results of the latest deliveries to an endpoint, and its attempts in progress. Item `WHHEALTH#<endpoint>`, with top-level
 * attributes. It is updated outside of transactions, because concurrent attempts to an endpoint would conflict; each update is
 * idempotent.
 */
export interface Health {
  lastDeliveryAt: string | null;
  lastDeliveryStatus: 'success' | 'failed' | null;
  lastDurationMs: number | null;
  /** Instant of the first failure since the last success; null after a success. */
  failingSince: string | null;
  /** Slots of attempts in progress: expiry (milliseconds since the epoch), `#`, and random characters. */
  inFlight: ReadonlySet<string>;
}

export const healthKey = (company: CompanyId, webhookId: string): Key => companyKey(company, `WHHEALTH#${webhookId}`);

export async function readHealth(company: CompanyId, webhookId: string): Promise<Health> {
  return healthOf(await getItem<Item & Partial<Health>>(healthKey(company, webhookId)));
}

const healthOf = (item: Partial<Health> = {}): Health => ({
  lastDeliveryAt: item.lastDeliveryAt ?? null,
  lastDeliveryStatus: item.lastDeliveryStatus ?? null,
  lastDurationMs: item.lastDurationMs ?? null,
  failingSince: item.failingSince ?? null,
  inFlight: item.inFlight ?? new Set(),
});

/** Maximum of concurrent attempts to an endpoint; lower when its last attempt took longer than `SLOW_MS`. */
const MOST_IN_FLIGHT = { quick: 10, slow: 2 };
const SLOW_MS = 3_000;

/** Number of the 50 concurrent workers that an endpoint may occupy. Pure. */
export const mostInFlight = ({ lastDurationMs }: Pick<Health, 'lastDurationMs'>): number =>
  (lastDurationMs ?? 0) > SLOW_MS ? MOST_IN_FLIGHT.slow : MOST_IN_FLIGHT.quick;

/** Expiry of a slot, longer than an attempt can last: it frees the slot of a process that died. */
const SLOT_SECONDS = 60;

/**
 * Takes one of the endpoint's slots for an attempt.
 *
 * @param health as it was just read
 * @returns the slot, which `noteAttempt` or `freeSlot` frees; undefined when all are taken
 */
export async function takeSlot(company: CompanyId, webhookId: string, health: Health): Promise<string | undefined> {
  const at = now().getTime();
  const left = [...health.inFlight].filter(slot => Number(slot.split('#')[0]) < at);
  const most = mostInFlight(health);
  if (health.inFlight.size - left.length >= most) return undefined;
  const key = healthKey(company, webhookId);
  if (left.length > 0) await change(key, 'DELETE inFlight :left', { ':left': new Set(left) });
  const slot = `${at + SLOT_SECONDS * 1000}#${randomHex(6)}`;
  try {
    await change(key, 'ADD inFlight :slot', { ':slot': new Set([slot]), ':most': most }, FREE);
    return slot;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

const FREE = 'attribute_not_exists(inFlight) OR size(inFlight) < :most';

/** Frees a slot without recording an attempt. */
export const freeSlot = async (company: CompanyId, webhookId: string, slot: string): Promise<void> =>
  void (await change(healthKey(company, webhookId), 'DELETE inFlight :slot', { ':slot': new Set([slot]) }));

/**
 * Records the result of an attempt, and frees its slot.
 *
 * @param options `isEvent`: false for a test, whose failure does not count as failing of the endpoint; `slot`: the slot to free, if
 * any
 * @returns the endpoint's health after the update
 */
export async function noteAttempt(
  company: CompanyId,
  webhookId: string,
  answer: Answered,
  { isEvent, slot }: { isEvent: boolean; slot?: string },
): Promise<Health> {
  const succeeded = isSuccess(answer);
  const parts = [
    'SET lastDeliveryAt = :at, lastDeliveryStatus = :status, lastDurationMs = :duration',
    !succeeded && isEvent ? ', failingSince = if_not_exists(failingSince, :at)' : '',
    succeeded ? ' REMOVE failingSince' : '',
    slot ? ' DELETE inFlight :slot' : '',
  ];
  return change(healthKey(company, webhookId), parts.join(''), {
    ':at': instant(),
    ':status': succeeded ? 'success' : 'failed',
    ':duration': answer.durationMs,
    ...(slot && { ':slot': new Set([slot]) }),
  });
}

async function change(key: Key, expression: string, values: Record<string, unknown>, condition?: string): Promise<Health> {
  const kind = expression.includes('SET ')
    ? expression.replace('SET ', 'SET #kind = :kind, ')
    : `SET #kind = :kind ${expression}`;
  const input: UpdateCommandInput = {
    TableName: tableName(),
    Key: key,
    UpdateExpression: kind,
    ExpressionAttributeNames: { '#kind': 'kind' },
    ExpressionAttributeValues: { ':kind': 'webhook-health', ...values },
    ReturnValues: 'ALL_NEW',
    ...(condition && { ConditionExpression: condition }),
  };
  const { Attributes } = await dynamodb().send(new UpdateCommand(input));
  return healthOf(Attributes);
}
