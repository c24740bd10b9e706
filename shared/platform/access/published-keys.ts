import { type CryptoKey, importJWK } from 'jose';
import { now } from '#shared/base/kernel/clock.ts';
import { registerCache } from '#shared/base/kernel/caches.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import type { Item, Key } from '#shared/platform/store/table.ts';

/**
 * The public halves of the keys that sign access tokens, in the table, so that any function verifies tokens without calling KMS. A
 * key is published before it signs, and stays published until the last token that it signed has expired
 * (identity/token-keys/rotate.ts).
 */
export interface PublishedKey {
  kid: string;
  x: string;
  y: string;
  /** ARN of the KMS key. */
  keyId: string;
  publishedAt: string;
  /** When the key began to sign (ISO 8601); null until then. */
  signsFrom: string | null;
  /** When the next key began to sign; null for the key that signs now and for its successor. */
  retiredAt: string | null;
  /** The rotation created the key and will delete it. The first key of a stage belongs to its stack, and is never deleted. */
  madeByRotation?: true;
}

const PARTITION = 'JWKS';

export const publishedKeyKey = (kid: string): Key => ({ pk: PARTITION, sk: `KID#${kid}` });

export const publishedKeyItem = (key: PublishedKey): Item & Record<string, unknown> => ({
  ...publishedKeyKey(key.kid),
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

/** How long a process caches the keys that it has read; a key that was withdrawn stays trusted for at most this long. */
export const KEYS_KEPT_SECONDS = 300;

/**
 * An unknown key id makes the process read the keys again, but at most once in this time, so that forged ids do not cost a read
 * each.
 */
const ASK_AGAIN_SECONDS = 10;

type Verifiers = Map<string, CryptoKey>;

let loaded: { at: number; verifiers: Promise<Verifiers> } | undefined;
registerCache(() => (loaded = undefined));

async function load(): Promise<Verifiers> {
  const verifiers: Verifiers = new Map();
  for (const key of await publishedKeys()) {
    const verifier = await importJWK(publishedJwk(key), 'ES256');
    if (!(verifier instanceof Uint8Array)) verifiers.set(key.kid, verifier);
  }
  return verifiers;
}

/** The cached keys if they are younger than `seconds`, else newly read ones. Concurrent requests share one read. */
function verifiersOf(seconds: number): Promise<Verifiers> {
  const at = now().getTime();
  if (loaded && Math.abs(at - loaded.at) < seconds * 1000) return loaded.verifiers;
  const mine = { at, verifiers: load() };
  loaded = mine;
  // A failed read is not cached.
  mine.verifiers.catch(() => {
    if (loaded === mine) loaded = undefined;
  });
  return mine.verifiers;
}

/** The public key with this id, for verification; undefined if it is not published. */
export async function verifierOf(kid: string): Promise<CryptoKey | undefined> {
  const known = (await verifiersOf(KEYS_KEPT_SECONDS)).get(kid);
  return known ?? (await verifiersOf(ASK_AGAIN_SECONDS)).get(kid);
}
