import { randomBytes } from 'node:crypto';
import { getItem } from './read.ts';
import { type Item, lookupKey } from './table.ts';
import { ConditionFailed, create, transact } from './transact.ts';

/** Secrets of the service that hashes and signatures are keyed with: 256 random bits each, which never change. Only the service reads them. */
export type ServiceSecret = 'passkey-decoys' | 'known-addresses' | 'erased-addresses' | 'mail-tracking';

type SecretItem = Item & { data: { secret: string } };

/** The secret of this name in base64, if there is one. One read. */
export const findServiceSecret = async (name: ServiceSecret): Promise<string | undefined> =>
  (await getItem<SecretItem>(lookupKey('SECRET', name)))?.data.secret;

/** The secret of this name in base64; creates it at the first call. One read. */
export async function serviceSecret(name: ServiceSecret): Promise<string> {
  const key = lookupKey('SECRET', name);
  const stored = await getItem<SecretItem>(key);
  if (stored) return stored.data.secret;
  const secret = randomBytes(32).toString('base64');
  try {
    await transact([create({ ...key, kind: 'secret', data: { secret } })]);
    return secret;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    // Another process was faster: the item that failed the condition is its secret.
    return (error.found as unknown as SecretItem).data.secret;
  }
}
