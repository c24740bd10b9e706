import { createHmac } from 'node:crypto';
import { epochSeconds } from '../../../kernel/clock.ts';
import { badRequest, conflict, invalidFields } from '../../../kernel/errors.ts';
import { sha256 } from '../../../kernel/ids.ts';
import { leaseIsOver, newLease } from '../../../store/lease.ts';
import type { Key } from '../../../store/table.ts';
import { ConditionFailed, put, transact } from '../../../store/transact.ts';
import type { Answer } from '../answer.ts';
import { type Claim, heldClaim } from './held-claim.ts';
import { answerFrom, unpacked } from './kept-answer.ts';
import { type IdempotencyRecord, sealedBody } from './record.ts';

/**
 * The header `Idempotency-Key` (decisions.md §Idempotency 2): the first answer is kept 24 hours and given again.
 *
 * A request first claims its key. The commit of its use case writes the answer into the claim in the same transaction, so a
 * function that dies after its commit has still answered, and one that died before it has done nothing: when its lease is
 * over, a repetition takes the claim over. A claim that was taken over cannot commit any more.
 */
const KEPT_SECONDS = 86_400;
/** Longer than any API function may run. */
const LEASE_SECONDS = 35;

export interface IdempotentRequest {
  /** Partition of the company, or of the user when the endpoint has no company. */
  partition: string;
  userId: string;
  /** Method and path template. */
  endpoint: string;
  key: string;
  /** Actual path, query and body: what must be the same in a repetition. */
  content: string;
}

/**
 * Claims a key, or finds the answer already given.
 *
 * @throws 400 for a malformed key, 422 for a key used with another request, 409 while the first request is still running.
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
  throw conflict('The first request with this Idempotency-Key is still running.', { reason: 'request_in_progress' });
}

/**
 * What distinguishes a repetition from another request. Under the key, which is not stored: a body can hold a password, and of a bare hash
 * passwords can be guessed (decisions.md §Accounts and abuse, "Stored fingerprint").
 */
const fingerprintOf = ({ key, content }: IdempotentRequest): string => createHmac('sha256', key).update(content).digest('hex');

/** Writes the claim if the key is free, its time is over, or a request with the same content died over it; else returns the claim found. */
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
    // What the condition found under this key is the claim, or the answer, of an earlier request.
    return error.found as unknown as IdempotencyRecord;
  }
}

const replayed = async (idempotencyKey: string, record: IdempotencyRecord): Promise<Answer> => {
  const body = await sealedBody(record);
  if (!body) throw new Error('A kept answer has no body.');
  return answerFrom(record.status ?? 200, await unpacked(idempotencyKey, body));
};
