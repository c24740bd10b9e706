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
 * Records of erasures, with which they are repeated after the table was restored to a time before them (again.ts). They are in the bucket of
 * files, which is not restored. A record does not say whom: it has hashes, each record under a key of its own, which only KMS can decrypt.
 */

/** The content of a record. */
interface ErasureRecord {
  format: 1;
  id: string;
  /** When the erasure was begun. */
  at: string;
  key: Sealed;
  /** HMAC-SHA-256 of each identifier, in hex. */
  hashes: string[];
}

/** An erasure of which it can be asked whether it was of somebody. */
export interface Erasure {
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
export async function recordErasure(identifiers: readonly string[]): Promise<void> {
  const [id, at, key] = [newId(), instant(), randomBytes(32).toString('base64')];
  const hashes = identifiers.map(one => hashOf(key, one)).toSorted();
  const record: ErasureRecord = { format: 1, id, at, key: await seal(key, contextOf(id)), hashes };
  await putFile(`${ERASURES}${at}-${id}.json`, JSON.stringify(record), 'application/json', {
    retainUntil: new Date(instantIn(ERASURE_RECORD_DAYS * 86_400)),
  });
}

/** The erasures that were begun at an instant (ISO 8601, UTC) or later. A call for each 1,000, and two for each of them. */
export async function erasuresSince(since: string): Promise<Erasure[]> {
  const erasures: Erasure[] = [];
  let next: { ContinuationToken?: string } | undefined = {};
  while (next) {
    const page: { Contents?: { Key?: string }[]; NextContinuationToken?: string } = await s3().send(
      new ListObjectsV2Command({ Bucket: environment('documentsBucket'), Prefix: ERASURES, ...next }),
    );
    for (const { Key = '' } of page.Contents ?? []) if (Key >= `${ERASURES}${since}`) erasures.push(await readErasure(Key));
    next = page.NextContinuationToken === undefined ? undefined : { ContinuationToken: page.NextContinuationToken };
  }
  return erasures;
}

async function readErasure(Key: string): Promise<Erasure> {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: environment('documentsBucket'), Key }));
  const { id, at, key: sealed, hashes } = JSON.parse((await Body?.transformToString()) ?? '') as ErasureRecord;
  const key = await unseal(sealed, contextOf(id));
  const all = new Set(hashes);
  return { at, isOf: identifier => all.has(hashOf(key, identifier)) };
}
