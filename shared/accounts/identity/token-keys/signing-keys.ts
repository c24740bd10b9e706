import { GetPublicKeyCommand, SignCommand } from '@aws-sdk/client-kms';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { createPublicKey } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { environment } from '#shared/platform/aws/environment.ts';
import { kms } from '#shared/platform/aws/kms.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { registerCache } from '#shared/base/kernel/caches.ts';
import { tableName } from '#shared/platform/store/table.ts';
import { retryPlainWrite } from '#shared/platform/store/transact.ts';
import { type PublishedKey, publishedKeyItem } from '#shared/platform/access/published-keys.ts';

/**
 * Access tokens are signed by an asymmetric KMS key, whose private half never leaves KMS. A process signs through an alias, which
 * rotation (identity/token-keys/rotate.ts) moves to the next key, and caches the public half of the key behind it.
 */
const current = new Map<string, Promise<PublishedKey>>();
registerCache(() => current.clear());

/** The public half of a KMS key as a record to publish, marked as not signing yet. @param keyId key id, ARN or alias */
export async function publicHalf(keyId: string): Promise<PublishedKey> {
  const { PublicKey, KeyId } = await kms().send(new GetPublicKeyCommand({ KeyId: keyId }));
  if (!PublicKey || !KeyId) throw new Error('KMS returned no public key for the token key.');
  const jwk = createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' }).export({ format: 'jwk' });
  return {
    kid: await calculateJwkThumbprint({ kty: 'EC', crv: 'P-256', x: String(jwk.x), y: String(jwk.y) }),
    x: String(jwk.x),
    y: String(jwk.y),
    keyId: KeyId,
    publishedAt: instant(),
    signsFrom: null,
    retiredAt: null,
  };
}

/** Publishes a key, unless it is published already. */
export async function publish(key: PublishedKey): Promise<void> {
  try {
    const put = { TableName: tableName(), Item: publishedKeyItem(key), ConditionExpression: 'attribute_not_exists(pk)' };
    await retryPlainWrite(() => dynamodb().send(new PutCommand(put)));
  } catch (error) {
    if ((error as Error).name !== 'ConditionalCheckFailedException') throw error;
  }
}

/** The key that the alias points at. Publishes the first key of a stage; rotation has published all later ones. */
async function keyBehind(alias: string): Promise<PublishedKey> {
  const key = await publicHalf(alias);
  await publish({ ...key, signsFrom: key.publishedAt });
  return key;
}

function currentKey(alias: string): Promise<PublishedKey> {
  const known = current.get(alias);
  if (known) return known;
  const asked = keyBehind(alias);
  current.set(alias, asked);
  asked.catch(() => current.delete(alias));
  return asked;
}

/** Attempts to sign one token if the alias moves to another key in between. */
const MOST_MOVES = 3;

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Signs a JWT with ES256 (RFC 7518 §3.4); the header names the key and the type `at+jwt` (RFC 9068). */
export async function signToken(claims: Record<string, unknown>): Promise<string> {
  const alias = environment('tokenKey');
  for (let moves = 0; moves < MOST_MOVES; moves++) {
    const { kid, keyId } = await currentKey(alias);
    const signed = `${encode({ alg: 'ES256', kid, typ: 'at+jwt' })}.${encode(claims)}`;
    const { Signature, KeyId } = await kms().send(
      new SignCommand({ KeyId: alias, Message: Buffer.from(signed), MessageType: 'RAW', SigningAlgorithm: 'ECDSA_SHA_256' }),
    );
    if (!Signature) throw new Error('KMS returned no signature.');
    if (KeyId === keyId) return `${signed}.${joseSignature(Buffer.from(Signature)).toString('base64url')}`;
    // The alias has moved to the next key, so the header of the token contains the id of another key than the one that signed it.
    current.delete(alias);
  }
  throw new Error('The alias of the token key moved during each attempt to sign a token.');
}

/** Converts an ECDSA P-256 signature from ASN.1 DER, as KMS returns it, to the 64 bytes r ‖ s of RFC 7518 §3.4. */
export function joseSignature(der: Buffer): Buffer {
  const integer = (at: number): { value: Buffer; next: number } => {
    const length = der[at + 1] ?? 0;
    return { value: der.subarray(at + 2, at + 2 + length), next: at + 2 + length };
  };
  const r = integer(2);
  const s = integer(r.next);
  const fixed = (value: Buffer): Buffer => {
    const digits = value.subarray(Math.max(0, value.length - 32));
    return Buffer.concat([Buffer.alloc(32 - digits.length), digits]);
  };
  return Buffer.concat([fixed(r.value), fixed(s.value)]);
}
