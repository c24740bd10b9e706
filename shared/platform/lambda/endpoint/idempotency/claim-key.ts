import { createHmac } from 'node:crypto';
import { epochSeconds, now } from '#shared/base/kernel/clock.ts';
import { badRequest, conflict, invalidFields, type Problem, unavailable } from '#shared/base/kernel/errors.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { leaseIsOver, newLease } from '#shared/platform/store/lease.ts';
import type { Key } from '#shared/platform/store/table.ts';
import { ConditionFailed, put, transact } from '#shared/platform/store/transact.ts';
import type { Answer } from '../answer.ts';
import { type Claim, heldClaim } from './held-claim.ts';
import { answerFrom, unpacked } from './kept-answer.ts';
import { type IdempotencyRecord, sealedBody } from './record.ts';

/**
 * The header `Idempotency-Key` (REQ-72 to REQ-76): the first response is stored for 24 hours and returned again.
 *
 * A request first claims its key. The use case's transaction also writes the response into the claim. So if the function crashes
 * after the commit, the response is stored; if it crashes before, nothing was done, and a repetition may take the claim over once
 * its lease has expired. The first request can then no longer commit.
 */
const KEPT_SECONDS = 86_400;
/** After this time no API function is running any more: each ends after 29 seconds, and API Gateway stops waiting after 30. */
const RUNNING_SECONDS = 30;
/** Longer than any API function may run, by more than the clocks of two functions can differ. */
const LEASE_SECONDS = 35;

export interface IdempotentRequest {
  /** Partition of the company, or of the user when the endpoint has no company. */
  partition: string;
  userId: string;
  /** Method and path template; of a request without a company also its organization. */
  endpoint: string;
  key: string;
  /** The actual path, query and body, which must be equal in a repetition. */
  content: string;
}

/**
 * Claims a key, or returns the stored response of an earlier request with this key.
 *
 * @throws 400 for a malformed key, 422 for a key used with another request, 409 while the first request may still be running, 503 when
 *   it has crashed and its lease is not yet over.
 */
export async function claimKey(request: IdempotentRequest): Promise<Claim | Answer> {
  if (request.key.length > 255) throw badRequest('Idempotency-Key must have at most 255 characters.');
  const key: Key = {
    pk: request.partition,
    sk: `IDEMPOTENCY#${request.userId}#${sha256(`${request.endpoint}\n${request.key}`)}`,
  };
  const fingerprint = fingerprintOf(request);
  const record: IdempotencyRecord = {
    ...key,
    kind: 'idempotency',
    fingerprint,
    state: 'running',
    ...newLease(LEASE_SECONDS),
    expiresAt: epochSeconds() + KEPT_SECONDS,
  };
  const found = await claim(record);
  if (!found) return heldClaim(key, record, request.key);
  if (found.fingerprint !== fingerprint) throw invalidFields({ 'Idempotency-Key': ['was used with another request'] });
  if (found.state === 'answered') return replayed(request.key, found);
  throw unanswered(found);
}

/** Why a repetition gets no answer yet. A request that has held its key for longer than any function runs has crashed. */
function unanswered({ leaseUntil }: IdempotencyRecord): Problem {
  const left = (leaseUntil - now().getTime()) / 1000;
  if (left > LEASE_SECONDS - RUNNING_SECONDS)
    return conflict('The first request with this Idempotency-Key is still running.', { reason: 'request_in_progress' });
  return unavailable('The first request with this Idempotency-Key ended without an answer; repeat it with the same key.', {
    // The lease still holds in its last millisecond.
    retryAfter: Math.max(0, Math.floor(left)) + 1,
    isExpected: true,
  });
}

/**
 * The fingerprint that a repetition must match. It is an HMAC under the `Idempotency-Key`, which is not stored: a body can contain
 * a password, which a plain hash would let an attacker guess (REQ-76).
 */
const fingerprintOf = ({ key, content }: IdempotentRequest): string => createHmac('sha256', key).update(content).digest('hex');

/**
 * Writes the claim if the key is free or expired, or the lease of an equal request has expired; else returns the existing record.
 */
async function claim(record: IdempotencyRecord): Promise<IdempotencyRecord | undefined> {
  const over = leaseIsOver();
  const write = put(
    { ...record },
    {
      expression: `attribute_not_exists(pk) OR expiresAt <= :now OR (#state = :running AND ${over.expression} AND fingerprint = :fingerprint)`,
      names: { '#state': 'state' },
      values: { ...over.values, ':now': epochSeconds(), ':running': 'running', ':fingerprint': record.fingerprint },
    },
  );
  try {
    await transact([write]);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    // The item that failed the condition is the claim or the stored response of an earlier request.
    return error.found as unknown as IdempotencyRecord;
  }
}

const replayed = async (idempotencyKey: string, record: IdempotencyRecord): Promise<Answer> => {
  const body = await sealedBody(record);
  if (!body) throw new Error('A kept answer has no body.');
  return answerFrom(record.status ?? 200, await unpacked(idempotencyKey, body));
};
