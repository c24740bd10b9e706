import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress } from 'node:zlib';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { dynamodb } from '../aws/dynamodb.ts';
import { epochSeconds, now } from '../kernel/clock.ts';
import { badRequest, conflict, invalidFields } from '../kernel/errors.ts';
import { sha256 } from '../kernel/ids.ts';
import { seal, unseal } from '../kernel/seal.ts';
import { type Key, tableName } from '../store/table.ts';
import { type Commit, transact, update, type Write } from '../store/transact.ts';
import { Answer } from './answer.ts';

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

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

// Answers may hold what must not lie at rest, such as a new API key: the record, which knows only the hash of the
// Idempotency-Key, keeps them sealed under it.
const PURPOSE = 'idempotent-answer';
const packed = async (key: string, text: string): Promise<Buffer> => seal(key, PURPOSE, await compress(text));
const unpacked = async (key: string, bytes: Uint8Array): Promise<string> =>
  (await decompress(unseal(key, PURPOSE, bytes))).toString();

interface Record24h extends Key {
  kind: 'idempotency';
  fingerprint: string;
  state: 'running' | 'answered';
  lease: string;
  leaseUntil: number;
  status?: number;
  body?: Uint8Array;
  expiresAt: number;
}

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

export interface Claim {
  /** Puts the answer into the transaction that makes it true. */
  commitAs<R>(present: (result: R) => Answer): Commit<R>;
  /** Keeps the final answer: of a refusal, or where it says more than the one committed. */
  keep(answer: Answer): Promise<void>;
  /** Gives the key free: nothing was done. */
  release(): Promise<void>;
}

const replayed = async (idempotencyKey: string, record: Record24h): Promise<Answer> => {
  const text = record.body ? await unpacked(idempotencyKey, record.body) : '';
  return new Answer(record.status ?? 200, text === '' ? undefined : JSON.parse(text), { 'idempotent-replayed': 'true' });
};

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
  const fingerprint = sha256(request.content);
  const lease = randomUUID();
  const record: Record24h = {
    ...key,
    kind: 'idempotency',
    fingerprint,
    state: 'running',
    lease,
    leaseUntil: now().getTime() + LEASE_SECONDS * 1000,
    expiresAt: epochSeconds() + KEPT_SECONDS,
  };
  const found = await claim(record);
  if (!found) return heldClaim(key, record, request.key);
  // The SDK may have repeated our own write: then the lease is ours.
  if (found.lease === lease) return heldClaim(key, record, request.key);
  if (found.fingerprint !== fingerprint) throw invalidFields({ 'Idempotency-Key': ['was used with another request'] });
  if (found.state === 'answered') return replayed(request.key, found);
  throw conflict('The first request with this Idempotency-Key is still running.', { reason: 'request_in_progress' });
}

/** Writes the claim if the key is free, over, or left behind with the same content; else returns what holds it. */
async function claim(record: Record24h): Promise<Record24h | undefined> {
  try {
    await dynamodb().send(
      new PutCommand({
        TableName: tableName(),
        Item: record,
        ConditionExpression:
          'attribute_not_exists(pk) OR expiresAt <= :now OR (#state = :running AND leaseUntil < :millis AND fingerprint = :fingerprint)',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':now': epochSeconds(),
          ':running': 'running',
          ':millis': now().getTime(),
          ':fingerprint': record.fingerprint,
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return undefined;
  } catch (error) {
    if ((error as Error).name !== 'ConditionalCheckFailedException') throw error;
    return unmarshall((error as { Item?: Parameters<typeof unmarshall>[0] }).Item ?? {}) as Record24h;
  }
}

function heldClaim(key: Key, record: Record24h, idempotencyKey: string): Claim {
  const answered = async (answer: Answer): Promise<Record<string, unknown>> => ({
    ':status': answer.status,
    ':body': await packed(idempotencyKey, answer.body === undefined ? '' : JSON.stringify(answer.body)),
  });
  let committed: string | undefined;
  const text = (answer: Answer): string => JSON.stringify([answer.status, answer.body]);
  return {
    commitAs: present => async (writes, result) => {
      const answer = present(result);
      const store: Write = update(
        key,
        {
          expression: 'SET #state = :answered, #status = :status, #body = :body',
          names: { '#state': 'state', '#status': 'status', '#body': 'body' },
          values: { ...(await answered(answer)), ':answered': 'answered', ':lease': record.lease },
          condition: 'lease = :lease',
        },
        () => conflict('Another request with this Idempotency-Key took over.', { reason: 'request_in_progress' }),
      );
      await transact([...writes, store]);
      committed = text(answer);
      return result;
    },
    keep: async answer => {
      if (committed === text(answer)) return;
      await transact([
        update(key, {
          expression: 'SET #state = :answered, #status = :status, #body = :body',
          names: { '#state': 'state', '#status': 'status', '#body': 'body' },
          values: { ...(await answered(answer)), ':answered': 'answered', ':lease': record.lease },
          condition: 'lease = :lease',
        }),
      ]);
    },
    release: async () => {
      if (committed !== undefined) return;
      await dynamodb().send(
        new DeleteCommand({
          TableName: tableName(),
          Key: key,
          ConditionExpression: 'lease = :lease AND #state = :running',
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: { ':lease': record.lease, ':running': 'running' },
        }),
      );
    },
  };
}
