import { createHmac, randomBytes } from 'node:crypto';
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { environment } from '#shared/platform/aws/environment.ts';
import { putFile } from '#shared/platform/aws/put-file.ts';
import { s3 } from '#shared/platform/aws/s3.ts';
import { type Sealed, seal, unseal } from '#shared/platform/aws/sealed.ts';
import { ERASURE_RECORD_DAYS, ERASURES } from '../stage/names.ts';
import type { Person } from './match.ts';

/**
 * Records of requests of people. With those of erasures, they are repeated after the table was restored to a time before them (again.ts). They are in the bucket of
 * files, which is not restored. A record does not say whom: it has hashes, each record under a key of its own, which only KMS can decrypt.
 */

/** What a person may ask for (GDPR art. 15 to 18, 20, 21). */
export const REQUESTS = ['access', 'rectification', 'erasure', 'restriction', 'portability', 'objection'] as const;
export const OUTCOMES = ['done', 'partly', 'refused'] as const;

/** What the register tells of a request. */
export interface Noted {
  request: (typeof REQUESTS)[number];
  /** `lifted`: a restriction has ended. */
  outcome: (typeof OUTCOMES)[number] | 'lifted';
}

/** The content of a record. */
interface RequestRecord extends Noted {
  format: 1;
  id: string;
  /** When it was noted; of an erasure, when it was begun. */
  at: string;
  key: Sealed;
  /** HMAC-SHA-256 of each identifier, in hex. */
  hashes: string[];
}

/** A request of which it can be asked whether it was of somebody. */
export interface Request extends Noted {
  id: string;
  at: string;
  /** @param identifier as `identifiersOf` states it */
  isOf(identifier: string): boolean;
}

/** What a person is recognized by: whatever they were sought by, and the id of their account. */
export const identifiersOf = ({ address, userId, number, phone, client }: Person): string[] => [
  ...(address === null ? [] : [`email:${address}`]),
  ...(number === undefined ? [] : [`number:${number}`]),
  ...(phone === undefined ? [] : [`phone:${phone}`]),
  ...(client === undefined ? [] : [`client:${client.companyId}/${client.id}`]),
  ...(userId === null ? [] : [`user:${userId}`]),
];

/** KMS logs it, and decrypts the key for no other. */
const contextOf = (id: string): Record<string, string> => ({ purpose: 'erasures', record: id });

const hashOf = (key: string, identifier: string): string =>
  createHmac('sha256', Buffer.from(key, 'base64')).update(identifier).digest('hex');

/** Records that an erasure begins. Before anything is erased: a record of one that died is repeated, and a missing one never. */
export const recordErasure = (identifiers: readonly string[]): Promise<void> =>
  recordRequest(identifiers, { request: 'erasure', outcome: 'done' });

export async function recordRequest(identifiers: readonly string[], noted: Noted): Promise<void> {
  const [id, at, key] = [newId(), instant(), randomBytes(32).toString('base64')];
  const hashes = identifiers.map(one => hashOf(key, one)).toSorted();
  const record: RequestRecord = { format: 1, id, at, ...noted, key: await seal(key, contextOf(id)), hashes };
  await putFile(`${ERASURES}${at}-${id}.json`, JSON.stringify(record), 'application/json', {
    retainUntil: new Date(instantIn(ERASURE_RECORD_DAYS * 86_400)),
  });
}

/** The erasures that were begun at an instant (ISO 8601, UTC) or later. */
export const erasuresSince = async (since: string): Promise<Request[]> =>
  (await requestsSince(since)).filter(({ request, outcome }) => request === 'erasure' && outcome !== 'refused');

/** The requests that were noted at an instant or later, oldest first. A call for each 1,000, and two for each of them. */
export async function requestsSince(since: string): Promise<Request[]> {
  const requests: Request[] = [];
  let next: { ContinuationToken?: string } | undefined = {};
  while (next) {
    const page: { Contents?: { Key?: string }[]; NextContinuationToken?: string } = await s3().send(
      new ListObjectsV2Command({ Bucket: environment('documentsBucket'), Prefix: ERASURES, ...next }),
    );
    for (const { Key = '' } of page.Contents ?? []) if (Key >= `${ERASURES}${since}`) requests.push(await readRequest(Key));
    next = page.NextContinuationToken === undefined ? undefined : { ContinuationToken: page.NextContinuationToken };
  }
  return requests;
}

async function readRequest(Key: string): Promise<Request> {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: environment('documentsBucket'), Key }));
  const { id, at, request, outcome, key: sealed, hashes } = JSON.parse((await Body?.transformToString()) ?? '') as RequestRecord;
  const key = await unseal(sealed, contextOf(id));
  const all = new Set(hashes);
  return { id, at, request, outcome, isOf: identifier => all.has(hashOf(key, identifier)) };
}
