import { type CryptoKey, importJWK } from 'jose';
import { now } from '../kernel/clock.ts';
import { queryItems } from '../store/read.ts';
import type { Item } from '../store/table.ts';

/** The public halves of the keys that sign access tokens, in the table, so that any function verifies without asking KMS. */
export interface PublishedKey {
  kid: string;
  x: string;
  y: string;
  publishedAt: string;
}

const PARTITION = 'JWKS';

export const publishedKeyItem = (key: PublishedKey): Item & Record<string, unknown> => ({
  pk: PARTITION,
  sk: `KID#${key.kid}`,
  kind: 'published-key',
  data: key,
});

/** All published keys. */
export async function publishedKeys(): Promise<PublishedKey[]> {
  const items = await queryItems<{ data: PublishedKey }>({ partition: PARTITION, beginsWith: 'KID#' });
  return items.map(item => item.data);
}

/** A key as a member of a JWK Set (RFC 7517). */
export const publishedJwk = ({ kid, x, y }: PublishedKey) =>
  ({ kty: 'EC', crv: 'P-256', x, y, alg: 'ES256', use: 'sig', kid }) as const;

const verifiers = new Map<string, CryptoKey>();
let askedAt = 0;

/** How long an unknown key id is not asked for again: forged ids must not cost a read each. */
const ASK_AGAIN_MILLIS = 10_000;

/** The verifier of a key id, read from the table when this process has not seen it; undefined for an unknown id. */
export async function verifierOf(kid: string): Promise<CryptoKey | undefined> {
  const known = verifiers.get(kid);
  if (known) return known;
  const millis = now().getTime();
  if (verifiers.size > 0 && Math.abs(millis - askedAt) < ASK_AGAIN_MILLIS) return undefined;
  askedAt = millis;
  for (const key of await publishedKeys()) {
    const verifier = await importJWK(publishedJwk(key), 'ES256');
    if (!(verifier instanceof Uint8Array)) verifiers.set(key.kid, verifier);
  }
  return verifiers.get(kid);
}
