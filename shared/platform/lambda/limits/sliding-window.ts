import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { type Key, tableName } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { limitSubject } from './address.ts';
import { LimitReached, type Policy, type Quota, wholeSeconds } from './limit-reached.ts';
import { addressLimitsAreOff, type Window, type WindowName, WINDOWS } from './policies.ts';

/**
 * Sliding windows that are exact under concurrency: one conditional update both checks the limit and counts the attempt.
 *
 * The item is a shift register of the times (epoch milliseconds) of the last `limit` accepted attempts, `s0` being the oldest. An
 * attempt passes if `s0` is older than the window; the same update then shifts the register. An attempt of weight `weight` shifts
 * by that many slots, all or none: it passes if the `weight` oldest times are older than the window.
 */

export const windowKey = (subject: string): Key => ({ pk: `RATE#${subject}`, sk: 'WINDOW' });

/** The attributes of the register, oldest first. */
const slotsOf = ({ limit }: Window): string[] => Array.from({ length: limit }, (_, slot) => `s${slot}`);

/** The newest slot that an attempt of this weight overwrites: if it is free, so are all older slots. */
const lastNeeded = (window: Window, weight: number): string => `s${placesOf(window, weight) - 1}`;

/** The number of slots to shift by: a weight above the limit is capped, so that it passes when the window is empty, not never. */
const placesOf = ({ limit }: Window, weight: number): number => Math.min(Math.max(1, weight), limit);

/** The update that counts `weight` attempts at `at` (epoch milliseconds), provided that the window has room for all of them. */
function shiftUpdate(window: Window, subject: string, at: number, weight = 1) {
  const slots = slotsOf(window);
  const places = placesOf(window, weight);
  const shift = slots.map((slot, place) =>
    place + places < slots.length ? `${slot} = if_not_exists(${slots[place + places]}, :never)` : `${slot} = :at`,
  );
  const needed = lastNeeded(window, weight);
  return {
    TableName: tableName(),
    Key: windowKey(subject),
    UpdateExpression: `SET ${shift.join(', ')}, expiresAt = :expires`,
    ConditionExpression: `(attribute_not_exists(${needed}) OR ${needed} <= :left)`,
    ExpressionAttributeValues: {
      ':at': at,
      ...(places < slots.length && { ':never': 0 }),
      ':left': at - window.seconds * 1000,
      ':expires': Math.ceil(at / 1000) + window.seconds,
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
}

const policyOf = (window: Window, name: string): Policy => ({
  policy: name,
  quota: window.limit,
  windowSeconds: window.seconds,
});

/** Seconds from `at` until `instant` is older than the window; both in epoch milliseconds. */
const secondsInside = (window: Window, instant: number, at: number): number => (instant + window.seconds * 1000 - at) / 1000;

/**
 * Counts one attempt in the window of an endpoint, by IP address or network (address.ts).
 *
 * @returns the remaining quota; undefined if limits per IP address are switched off
 * @throws LimitReached (429)
 */
export async function consumeWindow(name: WindowName, address: string): Promise<Quota | undefined> {
  return addressLimitsAreOff() ? undefined : consumeSlidingWindow(WINDOWS[name], `${name}#${limitSubject(address)}`, name);
}

/** Counts one attempt, for callers that must not answer 429. Returns false if the limit is reached. */
export async function withinSlidingWindow(window: Window, subject: string): Promise<boolean> {
  try {
    await consumeSlidingWindow(window, subject);
    return true;
  } catch (error) {
    if (error instanceof LimitReached) return false;
    throw error;
  }
}

/**
 * Counts one attempt. The item stores the id of the attempt counted last, so that an update that the SDK retries after a lost
 * response is not counted twice.
 *
 * @param name the limit's name in the response headers
 * @throws LimitReached (429)
 */
export async function consumeSlidingWindow(window: Window, subject: string, name = 'window'): Promise<Quota> {
  const at = now().getTime();
  const policy = policyOf(window, name);
  const slots = slotsOf(window);
  const attempt = randomUUID();
  const passed = (times: readonly unknown[]): Quota => {
    const inside = times.map(Number).filter(time => secondsInside(window, time, at) > 0);
    const reset = secondsInside(window, Math.min(at, ...inside), at);
    return { ...policy, remaining: window.limit - inside.length, resetSeconds: wholeSeconds(reset) };
  };
  const shift = shiftUpdate(window, subject, at);
  try {
    const { Attributes } = await dynamodb().send(
      new UpdateCommand({
        ...shift,
        UpdateExpression: `${shift.UpdateExpression}, attempt = :attempt`,
        ConditionExpression: `${shift.ConditionExpression} AND (attribute_not_exists(attempt) OR attempt <> :attempt)`,
        ExpressionAttributeValues: { ...shift.ExpressionAttributeValues, ':attempt': attempt },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return passed(slots.map(slot => Attributes?.[slot] ?? 0));
  } catch (error) {
    if ((error as Error).name !== 'ConditionalCheckFailedException') throw error;
    const found = (error as { Item?: Record<string, { N?: string; S?: string }> }).Item ?? {};
    if (found['attempt']?.S === attempt) return passed(slots.map(slot => found[slot]?.N ?? 0));
    throw new LimitReached(policy, secondsInside(window, Number(found['s0']?.N ?? at), at));
  }
}

/**
 * Counts an attempt as part of a transaction: a request that fails for another reason, or that repeats an `Idempotency-Key`, is not
 * counted.
 *
 * @param weight the number of attempts to count: all of them if they fit into the window, otherwise none
 * @throws LimitReached (429) when the transaction is committed, with the seconds until all of them fit
 */
export function windowWrites(window: Window, subject: string, weight = 1): Write[] {
  const at = now().getTime();
  const refused = (found: Record<string, unknown> | undefined): Error =>
    new LimitReached(policyOf(window, 'window'), secondsInside(window, Number(found?.[lastNeeded(window, weight)] ?? at), at));
  return [{ operation: { Update: shiftUpdate(window, subject, at, weight) }, refused }];
}
