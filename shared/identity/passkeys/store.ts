import type * as z from 'zod';
import { shownInstant, shownInstantOrNull } from '../../kernel/clock.ts';
import { found, notFound } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/ids.ts';
import { getItem, queryItems } from '../../store/read.ts';
import { type Item, type Key, lookupKey, userKey, userPartition } from '../../store/table.ts';
import { type Commit, create, remove, type Write } from '../../store/transact.ts';
import type { passkeySchema } from './schema.ts';

/** A passkey: a WebAuthn credential that signs its owner in. Item `U#<user>` / `PASSKEY#<id>`. */
export interface Passkey {
  id: string;
  userId: string;
  /** As the authenticator names it: base64url. */
  credentialId: string;
  /** COSE key (RFC 9052), base64url. */
  publicKey: string;
  /** The highest signature counter seen; 0 for authenticators that do not count. */
  signCount: number;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
  /** `Account.epoch` when the passkey was registered. */
  epoch?: number;
}

/** What finds a passkey by its credential id, which is thereby registered once. */
export interface PasskeyOwner {
  userId: string;
  id: string;
}

export type PasskeyItem = Item & { data: Passkey };

const PREFIX = 'PASSKEY#';

export const passkeyKey = (userId: string, id: string): Key => userKey(userId, `${PREFIX}${id}`);
export const passkeyOwnerKey = (credentialId: string): Key => lookupKey('PASSKEY', sha256(credentialId));

/** A person's passkeys, newest first. */
export const readPasskeys = async (userId: string): Promise<Passkey[]> =>
  (await queryItems<PasskeyItem>({ partition: userPartition(userId), beginsWith: PREFIX }, { descending: true })).map(
    item => item.data,
  );

export const presentPasskey = ({ id, name, createdAt, lastUsedAt }: Passkey): z.infer<typeof passkeySchema> => ({
  id,
  name,
  createdAt: shownInstant(createdAt),
  lastUsedAt: shownInstantOrNull(lastUsedAt),
});

/** @param taken the error when the credential is registered already, by whomever. */
export const storePasskey = (passkey: Passkey, taken: () => Error): Write[] => [
  create(
    { ...passkeyOwnerKey(passkey.credentialId), kind: 'passkey-owner', data: { userId: passkey.userId, id: passkey.id } },
    taken,
  ),
  create({ ...passkeyKey(passkey.userId, passkey.id), kind: 'passkey', data: passkey }),
];

/** The person's passkey of this id. @throws 404 */
export const findPasskey = async (userId: string, id: string): Promise<Passkey> =>
  found(await getItem<PasskeyItem>(passkeyKey(userId, id)), 'Passkey').data;

/** The writes that remove a passkey. */
export const dropPasskey = ({ userId, id, credentialId }: Passkey): Write[] => [
  remove(passkeyKey(userId, id), { expression: 'attribute_exists(pk)' }, () => notFound('Passkey')),
  remove(passkeyOwnerKey(credentialId)),
];

/** Removes a passkey: it signs nobody in any more. @throws 404 when it is gone already */
export const removePasskey = (passkey: Passkey, commit: Commit<void>): Promise<void> => commit(dropPasskey(passkey), undefined);
