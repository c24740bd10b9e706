import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../../aws/dynamodb.ts';
import { instant, now } from '../../kernel/clock.ts';
import { randomHex } from '../../kernel/ids.ts';
import { getItem } from '../../store/read.ts';
import { type CompanyId, companyKey, type Item, type Key, tableName } from '../../store/table.ts';
import type { Answered } from './store.ts';
import { isSuccess } from './answer.ts';

/**
 * How the deliveries to an endpoint went, and which are under way. Item `WHHEALTH#<endpoint>`, attributes beside the key. Its updates are
 * no part of any transaction: attempts to one endpoint begin and end at the same time, and each update may be done twice.
 */
export interface Health {
  lastDeliveryAt: string | null;
  lastDeliveryStatus: 'success' | 'failed' | null;
  lastDurationMs: number | null;
  /** The first failure since the last success. */
  failingSince: string | null;
  /** Attempts under way: until when each may last (milliseconds since the epoch), `#`, and random characters. */
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

/** Attempts to one endpoint that may be under way at a time, and to one whose last one took long. */
const MOST_IN_FLIGHT = { quick: 10, slow: 2 };
const SLOW_MS = 3_000;

/** Of the workers that deliver (50 at a time), each endpoint may hold that many. Pure. */
export const mostInFlight = ({ lastDurationMs }: Pick<Health, 'lastDurationMs'>): number =>
  (lastDurationMs ?? 0) > SLOW_MS ? MOST_IN_FLIGHT.slow : MOST_IN_FLIGHT.quick;

/** Longer than an attempt may last: the slot of a process that died is free after that. */
const SLOT_SECONDS = 60;

/**
 * Takes one of the endpoint's slots for an attempt.
 *
 * @param health as it was read just now
 * @returns what `noteAttempt` or `freeSlot` gives back; undefined when all are taken
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

/** Gives a slot back of which no attempt came. */
export const freeSlot = async (company: CompanyId, webhookId: string, slot: string): Promise<void> =>
  void (await change(healthKey(company, webhookId), 'DELETE inFlight :slot', { ':slot': new Set([slot]) }));

/**
 * Notes how an attempt went.
 *
 * @param of whether an event was sent, or a test, whose failure says nothing about the endpoint's events; and the slot to give back with it
 * @returns the endpoint's health after it
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
