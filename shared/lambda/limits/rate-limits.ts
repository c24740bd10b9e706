import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../../aws/dynamodb.ts';
import { now } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/errors.ts';
import { tableName } from '../../store/table.ts';
import type { Quota } from '../endpoint/quotas.ts';

/**
 * Rate limits of interface.md §Limits, one DynamoDB call each, exact under concurrency: the decision is the update itself.
 * `consume…` resolves with what is left when the request may pass (undefined: limits are switched off) and rejects with
 * `LimitReached`, a 429, when it may not.
 */

export interface Bucket {
  size: number;
  refill: number;
  everySeconds: number;
}

/** General limits per IP address: token buckets. */
export const BUCKETS = {
  unauthenticated: { size: 10_000, refill: 100, everySeconds: 300 },
  authenticated: { size: 50_000, refill: 500, everySeconds: 120 },
} satisfies Record<string, Bucket>;

/** Whose bucket: `authenticated` is for callers whose credential was verified, not for everybody who sends one. */
export type Tier = keyof typeof BUCKETS;

export interface Window {
  limit: number;
  seconds: number;
}

/** Limits per IP address of single endpoints: sliding windows. */
export const WINDOWS = {
  login: { limit: 5, seconds: 60 },
  register: { limit: 10, seconds: 3600 },
  mfaVerify: { limit: 5, seconds: 60 },
  idp: { limit: 10, seconds: 60 },
  passkeyLogin: { limit: 10, seconds: 60 },
  passkeyLoginOptions: { limit: 10, seconds: 60 },
  resendConfirmation: { limit: 10, seconds: 3600 },
  forgotPassword: { limit: 3, seconds: 900 },
  resetPassword: { limit: 3, seconds: 900 },
  contact: { limit: 3, seconds: 3600 },
  licensingValidate: { limit: 10, seconds: 3600 },
  share: { limit: 60, seconds: 60 },
} satisfies Record<string, Window>;

export type WindowName = keyof typeof WINDOWS;

/**
 * A deployment may run without limits per address behind a gateway that has its own. Limits by account, address of a mail or company
 * hold all the same: no gateway can count those.
 */
const switchedOff = (): boolean => process.env['RATE_LIMITS'] === 'off';

/** A limit does not let the request pass. */
export class LimitReached extends Problem {
  readonly quota: Quota;

  constructor(limit: Pick<Quota, 'policy' | 'quota' | 'windowSeconds'>, seconds: number) {
    const resetSeconds = wholeSeconds(seconds);
    super('rate_limited', 'Rate limit exceeded.', undefined, { retryAfter: resetSeconds });
    this.quota = { ...limit, remaining: 0, resetSeconds };
  }
}

const wholeSeconds = (seconds: number): number => Math.max(1, Math.ceil(seconds));

const bucketPolicy = (tier: Tier) => ({
  policy: tier,
  quota: BUCKETS[tier].size,
  windowSeconds: secondsToFill(BUCKETS[tier]),
});

/**
 * What is left in a bucket after `count` requests since `filledAt`: refills come in whole steps, as the contract counts them.
 * `overflow` says that more came in than was used: the bucket is full and its count starts again.
 */
export function bucketLevel(
  bucket: Bucket,
  count: number,
  filledAt: number,
  at: number,
): { left: number; overflow: boolean; nextRefill: number } {
  const step = bucket.everySeconds * 1000;
  const steps = Math.max(0, Math.floor((at - filledAt) / step));
  const refilled = steps * bucket.refill;
  const overflow = refilled > 0 && refilled >= count - 1;
  return {
    left: overflow ? bucket.size - 1 : bucket.size - count + refilled,
    overflow,
    nextRefill: (filledAt + (steps + 1) * step - at) / 1000,
  };
}

/**
 * Takes one token of the caller's general bucket; two when the SDK repeats an update whose answer was lost, which does not matter
 * among thousands. One update; a second one when the bucket is full again, and for the first request that finds it empty: it gives
 * back what it took, so that refused requests are no debt, and closes the bucket until the next refill.
 */
export async function consumeBucket(tier: Tier, address: string): Promise<Quota | undefined> {
  if (switchedOff()) return undefined;
  const bucket = BUCKETS[tier];
  const policy = bucketPolicy(tier);
  const at = now().getTime();
  const key = { pk: `RATE#${tier}#${address}`, sk: 'BUCKET' };
  const { taken, filledAt } = await takeToken(key, at, policy);
  const level = bucketLevel(bucket, taken, filledAt, at);
  if (level.overflow)
    await changeBucket(key, filledAt, { expression: 'SET filledAt = :at, taken = :one', values: { ':at': at, ':one': 1 } });
  if (level.left >= 0) return { ...policy, remaining: level.left, resetSeconds: wholeSeconds(level.nextRefill) };
  const emptyUntil = Math.round(at + level.nextRefill * 1000);
  const values = { ':until': emptyUntil, ':back': -1 };
  await changeBucket(key, filledAt, { expression: 'SET emptyUntil = :until ADD taken :back', values });
  throw new LimitReached(policy, level.nextRefill);
}

type BucketKey = { pk: string; sk: string };

/** @throws 429 while the bucket is shut. */
async function takeToken(
  key: BucketKey,
  at: number,
  policy: ReturnType<typeof bucketPolicy>,
): Promise<{ taken: number; filledAt: number }> {
  try {
    const { Attributes } = await dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        UpdateExpression: 'SET filledAt = if_not_exists(filledAt, :at), expiresAt = :expires ADD taken :one',
        ConditionExpression: 'attribute_not_exists(emptyUntil) OR emptyUntil <= :at',
        ExpressionAttributeValues: { ':at': at, ':one': 1, ':expires': Math.ceil(at / 1000) + policy.windowSeconds },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { taken: Number(Attributes?.['taken']), filledAt: Number(Attributes?.['filledAt']) };
  } catch (error) {
    const { name, Item } = error as { name?: string; Item?: { emptyUntil?: { N?: string } } };
    if (name !== 'ConditionalCheckFailedException') throw error;
    throw new LimitReached(policy, (Number(Item?.emptyUntil?.N ?? at) - at) / 1000);
  }
}

/** Changes a bucket, unless its count was just started again. */
async function changeBucket(
  key: BucketKey,
  filledAt: number,
  change: { expression: string; values: Record<string, number> },
): Promise<void> {
  try {
    await dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        UpdateExpression: change.expression,
        ConditionExpression: 'filledAt = :before',
        ExpressionAttributeValues: { ...change.values, ':before': filledAt },
      }),
    );
  } catch (error) {
    if ((error as Error).name !== 'ConditionalCheckFailedException') throw error;
  }
}

const secondsToFill = (bucket: Bucket): number => Math.ceil(bucket.size / bucket.refill) * bucket.everySeconds;

/**
 * Counts one attempt in a sliding window. The item is a shift register of the last `limit` accepted attempts: an attempt
 * passes when the oldest of them has left the window, and shifts the register in the same conditional update. The item also names
 * the attempt it counted last: one that the SDK sends again, because the answer was lost, is not counted twice.
 */
export async function consumeWindow(name: WindowName, subject: string): Promise<Quota | undefined> {
  return switchedOff() ? undefined : consumeSlidingWindow(WINDOWS[name], `${name}#${subject}`, name);
}

/** Counts one attempt in a window whose end is not told to the caller: false when the limit is reached. */
export async function withinSlidingWindow(window: Window, subject: string): Promise<boolean> {
  try {
    await consumeSlidingWindow(window, subject);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'rate_limited') return false;
    throw error;
  }
}

/** `consumeWindow` for windows that are not per endpoint and address. */
export async function consumeSlidingWindow(window: Window, subject: string, name = 'window'): Promise<Quota> {
  const at = now().getTime();
  const left = at - window.seconds * 1000;
  const policy = { policy: name, quota: window.limit, windowSeconds: window.seconds };
  const slots = Array.from({ length: window.limit }, (_, slot) => `s${slot}`);
  const shift = slots.map((slot, place) =>
    place + 1 < slots.length ? `${slot} = if_not_exists(${slots[place + 1]}, :never)` : `${slot} = :at`,
  );
  const attempt = randomUUID();
  const passed = (times: readonly unknown[]): Quota => {
    const inside = times.map(Number).filter(time => time > left);
    const reset = (Math.min(at, ...inside) - left) / 1000;
    return { ...policy, remaining: window.limit - inside.length, resetSeconds: wholeSeconds(reset) };
  };
  try {
    const { Attributes } = await dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk: `RATE#${subject}`, sk: 'WINDOW' },
        UpdateExpression: `SET ${shift.join(', ')}, expiresAt = :expires, attempt = :attempt`,
        ConditionExpression:
          '(attribute_not_exists(s0) OR s0 <= :left) AND (attribute_not_exists(attempt) OR attempt <> :attempt)',
        ExpressionAttributeValues: {
          ':at': at,
          ...(window.limit > 1 && { ':never': 0 }),
          ':left': left,
          ':expires': Math.ceil(at / 1000) + window.seconds,
          ':attempt': attempt,
        },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return passed(slots.map(slot => Attributes?.[slot] ?? 0));
  } catch (error) {
    if ((error as Error).name !== 'ConditionalCheckFailedException') throw error;
    const found = (error as { Item?: Record<string, { N?: string; S?: string }> }).Item ?? {};
    if (found['attempt']?.S === attempt) return passed(slots.map(slot => found[slot]?.N ?? 0));
    const oldest = Number(found['s0']?.N ?? at);
    throw new LimitReached(policy, (oldest - left) / 1000);
  }
}
