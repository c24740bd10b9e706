import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { type CompanyId, type Key, tableName } from '#shared/platform/store/table.ts';
import { limitSubject } from './address.ts';
import { LimitReached, type Policy, type Quota, wholeSeconds } from './limit-reached.ts';
import {
  addressLimitsAreOff,
  BUCKETS,
  COMPANY_BUCKETS,
  type CompanyBucketName,
  type Tier,
  type TokenBucket,
} from './policies.ts';

/** Token buckets for the general limits per IP address and the limits per company, exact under concurrency. */

const policyOf = (name: string, bucket: TokenBucket): Policy => ({
  policy: name,
  quota: bucket.size,
  windowSeconds: secondsToFill(bucket),
});

/**
 * The tokens left in a bucket after `count` requests since `filledAt`. Refills happen in whole steps (REQ-65).
 *
 * @param count requests since `filledAt`, the current one included
 * @param filledAt when the bucket was last full; epoch milliseconds, as `at`
 * @returns `overflow`: the bucket was full again before this request, so its count must restart; `nextRefill`: seconds until then
 */
export function bucketLevel(
  bucket: TokenBucket,
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
 * Takes one token from the general bucket of an IP address, or of its network (address.ts).
 *
 * @returns the remaining quota; undefined if limits per IP address are switched off
 * @throws LimitReached (429)
 */
export const consumeBucket = async (tier: Tier, address: string): Promise<Quota | undefined> =>
  addressLimitsAreOff() ? undefined : consume(tier, BUCKETS[tier], limitSubject(address));

/** Takes one token from a company's bucket. Needs no word of `uses`, although this writes. @throws LimitReached (429) */
export async function consumeCompanyBucket(name: CompanyBucketName, company: CompanyId): Promise<void> {
  await consume(name, COMPANY_BUCKETS[name], company);
}

/**
 * Takes one token, with one update. A second update follows if the bucket is full again (it restarts the count), and for the first
 * request that finds the bucket empty: it returns the token, so that refused requests cost nothing, and closes the bucket until the
 * next refill. If the SDK retries an update after a lost response, two tokens are taken; with buckets this large that is harmless.
 *
 * @throws LimitReached (429)
 */
async function consume(name: string, bucket: TokenBucket, subject: string): Promise<Quota> {
  const policy = policyOf(name, bucket);
  const at = now().getTime();
  const key = { pk: `RATE#${name}#${subject}`, sk: 'BUCKET' };
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

/** @throws LimitReached (429) while the bucket is closed */
async function takeToken(key: Key, at: number, policy: Policy): Promise<{ taken: number; filledAt: number }> {
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

/** Updates a bucket, unless another request has restarted its count since. */
async function changeBucket(
  key: Key,
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

const secondsToFill = (bucket: TokenBucket): number => Math.ceil(bucket.size / bucket.refill) * bucket.everySeconds;
