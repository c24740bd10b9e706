import type { Passkey, PasskeyItem } from './model.ts';
import { type Key, lookupKey, userKey, userPartition } from '#shared/platform/store/table.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import { create, remove, type Write } from '#shared/platform/store/transact.ts';
import { found, notFound } from '#shared/base/kernel/errors.ts';

const PREFIX = 'PASSKEY#';

export const passkeyKey = (userId: string, id: string): Key => userKey(userId, `${PREFIX}${id}`);

export const passkeyOwnerKey = (credentialId: string): Key => lookupKey('PASSKEY', sha256(credentialId));

/** A person's passkeys, newest first. */
export const readPasskeys = async (userId: string): Promise<Passkey[]> =>
  (await queryItems<PasskeyItem>({ partition: userPartition(userId), beginsWith: PREFIX }, { descending: true })).map(
    item => item.data,
  );

/** The writes that store a passkey and its lookup. @param taken the error if the credential is registered, for any account */
export const storePasskey = (passkey: Passkey, taken: () => Error): Write[] => [
  create(
    { ...passkeyOwnerKey(passkey.credentialId), kind: 'passkey-owner', data: { userId: passkey.userId, id: passkey.id } },
    taken,
  ),
  create({ ...passkeyKey(passkey.userId, passkey.id), kind: 'passkey', data: passkey }),
];

/** The user's passkey with this id. @throws 404 */
export const findPasskey = async (userId: string, id: string): Promise<Passkey> =>
  found(await getItem<PasskeyItem>(passkeyKey(userId, id)), 'Passkey').data;

/** The writes that remove a passkey and its lookup. @throws 404 when the transaction is committed, if it was removed meanwhile */
export const dropPasskey = ({ userId, id, credentialId }: Passkey): Write[] => [
  remove(passkeyKey(userId, id), { expression: 'attribute_exists(pk)' }, () => notFound('Passkey')),
  remove(passkeyOwnerKey(credentialId)),
];
