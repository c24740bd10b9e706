import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { dynamodb } from '../../../aws/dynamodb.ts';
import { epochSeconds, now } from '../../../kernel/clock.ts';
import { badRequest, conflict, invalidFields } from '../../../kernel/errors.ts';
import { sha256 } from '../../../kernel/ids.ts';
import { seal, unseal } from '../../../kernel/seal.ts';
import { getItems } from '../../../store/read.ts';
import { type Key, tableName } from '../../../store/table.ts';
import {
  type Commit,
  ConditionFailed,
  put,
  remove,
  retryPlainWrite,
  transact,
  update,
  type Write,
} from '../../../store/transact.ts';
import { Answer } from '../answer.ts';

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
// The best level takes 0.7 s of CPU for an invoice of 1,000 lines; this one 1.4 ms, and 14 % more bytes.
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const packed = async (key: string, text: string): Promise<Buffer> => seal(key, PURPOSE, await compress(text, FAST));
const unpacked = async (key: string, bytes: Uint8Array): Promise<string> =>
  (await decompress(unseal(key, PURPOSE, bytes))).toString();

interface Record24h extends Key {
  kind: 'idempotency';
  fingerprint: string;
  state: 'running' | 'answered';
  lease: string;
  leaseUntil: number;
  status?: number;
  /** Headers and body of the answer, packed and sealed. */
  body?: Uint8Array;
  /** Where the rest of the body is, if it is larger than an item. */
  rest?: { id: string; parts: number } | null;
  expiresAt: number;
}

/** An item may hold 400 KB; an answer that is larger, even compressed, goes on in items beside its record. */
const PART_BYTES = 350_000;

const partKey = (key: Key, id: string, part: number): Key => ({ pk: key.pk, sk: `${key.sk}#${id}#${part}` });

const inParts = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.max(1, Math.ceil(bytes.length / PART_BYTES)) }, (_, part) =>
    bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
  );

/** The sealed body of an answered record, whole. */
async function sealedBody(record: Record24h): Promise<Uint8Array | undefined> {
  const { body, rest } = record;
  if (!body || !rest) return body;
  const parts = await getItems(Array.from({ length: rest.parts }, (_, part) => partKey(record, rest.id, part)));
  return Buffer.concat([body, ...parts.map(part => part?.['body'] as Uint8Array)]);
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
  commitAs<R>(present: (result: R) => Answer | Promise<Answer>): Commit<R>;
  /** Keeps the final answer: of a refusal, or where it says more than the one committed. */
  keep(answer: Answer): Promise<void>;
  /** Gives the key free: nothing was done. */
  release(): Promise<void>;
}

/** An answer but for its status, as it is kept. A body is JSON (`json`), text that is none, such as a page, or bytes in base64. */
interface Kept {
  headers: Record<string, string>;
  json?: unknown;
  text?: string;
  bytes?: string;
}

/** What is kept of an answer. The record has the status in a field of its own. Pure. */
export function keptText({ body, headers }: Answer): string {
  const kept: Kept = { headers };
  if (body instanceof Uint8Array) kept.bytes = Buffer.from(body).toString('base64');
  else if (typeof body === 'string') kept.text = body;
  else if (body !== undefined) kept.json = body;
  return JSON.stringify(kept);
}

/** The answer that was kept: the same status, headers and body, and the header that says so. Pure. */
export function answerFrom(status: number, kept: string): Answer {
  const { headers, json, text, bytes } = JSON.parse(kept) as Kept;
  const body = bytes === undefined ? (text ?? json) : new Uint8Array(Buffer.from(bytes, 'base64'));
  return new Answer(status, body, { ...headers, 'idempotent-replayed': 'true' });
}

const replayed = async (idempotencyKey: string, record: Record24h): Promise<Answer> => {
  const body = await sealedBody(record);
  if (!body) throw new Error('A kept answer has no body.');
  return answerFrom(record.status ?? 200, await unpacked(idempotencyKey, body));
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
    const write = new PutCommand({
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
    });
    // The first request with this key may be committing its answer at this moment.
    await retryPlainWrite(() => dynamodb().send(write));
    return undefined;
  } catch (error) {
    if ((error as Error).name !== 'ConditionalCheckFailedException') throw error;
    return unmarshall((error as { Item?: Parameters<typeof unmarshall>[0] }).Item ?? {}) as Record24h;
  }
}

/** Whoever took a claim over, or committed under it unheard, has the last word on its answer. */
async function ifStillHeld(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

function heldClaim(key: Key, record: Record24h, idempotencyKey: string): Claim {
  /** The writes that keep the answer; refused when the claim was taken over. */
  const answerWrites = async (answer: Answer, refused?: Write['refused']): Promise<Write[]> => {
    const [body, ...rest] = inParts(await packed(idempotencyKey, keptText(answer)));
    const restId = randomUUID();
    const store = update(
      key,
      {
        expression: 'SET #state = :answered, #status = :status, #body = :body, #rest = :rest',
        names: { '#state': 'state', '#status': 'status', '#body': 'body', '#rest': 'rest' },
        values: {
          ':answered': 'answered',
          ':status': answer.status,
          ':body': body,
          ':rest': rest.length > 0 ? { id: restId, parts: rest.length } : null,
          ':lease': record.lease,
        },
        condition: 'lease = :lease',
      },
      refused,
    );
    const parts = rest.map((bytes, part) =>
      put({ ...partKey(key, restId, part), kind: 'idempotency-part', body: bytes, expiresAt: record.expiresAt }),
    );
    return [store, ...parts];
  };
  let committed: string | undefined;
  const text = (answer: Answer): string => `${answer.status} ${keptText(answer)}`;
  return {
    commitAs: present => async (writes, result) => {
      const answer = await present(result);
      const takenOver = () => conflict('Another request with this Idempotency-Key took over.', { reason: 'request_in_progress' });
      await transact([...writes, ...(await answerWrites(answer, takenOver))]);
      committed = text(answer);
      return result;
    },
    keep: async answer => {
      if (committed === text(answer)) return;
      const writes = await answerWrites(answer);
      await ifStillHeld(() => transact(writes));
    },
    release: async () => {
      if (committed !== undefined) return;
      const free = remove(key, {
        expression: 'lease = :lease AND #state = :running',
        names: { '#state': 'state' },
        values: { ':lease': record.lease, ':running': 'running' },
      });
      await ifStillHeld(() => transact([free]));
    },
  };
}
