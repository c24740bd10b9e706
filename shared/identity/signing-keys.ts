import { GetPublicKeyCommand, SignCommand } from '@aws-sdk/client-kms';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { createPublicKey } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { dynamodb } from '../aws/dynamodb.ts';
import { environment } from '../aws/environment.ts';
import { kms } from '../aws/kms.ts';
import { instant } from '../kernel/clock.ts';
import { tableName } from '../store/table.ts';
import { type PublishedKey, publishedKeyItem } from './published-keys.ts';

/**
 * Access tokens are signed by an asymmetric KMS key: the private half never leaves KMS. Rotation = point the alias at a new
 * key; the first signature with it publishes its public half, and the old one stays published (published-keys.ts).
 */
const current = new Map<string, Promise<PublishedKey>>();

async function publish(keyId: string): Promise<PublishedKey> {
  const { PublicKey } = await kms().send(new GetPublicKeyCommand({ KeyId: keyId }));
  if (!PublicKey) throw new Error('The token key has no public half.');
  const jwk = createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' }).export({ format: 'jwk' });
  const published: PublishedKey = {
    kid: await calculateJwkThumbprint({ kty: 'EC', crv: 'P-256', x: String(jwk.x), y: String(jwk.y) }),
    x: String(jwk.x),
    y: String(jwk.y),
    publishedAt: instant(),
  };
  // Unconditional on purpose: the same key gives the same item, but for the instant.
  await dynamodb().send(new PutCommand({ TableName: tableName(), Item: publishedKeyItem(published) }));
  return published;
}

/** Signs a JWT with ES256 (RFC 7518 §3.4); the header names the key and the type `at+jwt` (RFC 9068). */
export async function signToken(claims: Record<string, unknown>): Promise<string> {
  const keyId = environment('tokenKey');
  const known = current.get(keyId) ?? publish(keyId);
  current.set(keyId, known);
  const { kid } = await known.catch(error => {
    current.delete(keyId);
    throw error;
  });
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'ES256', kid, typ: 'at+jwt' })}.${encode(claims)}`;
  const { Signature } = await kms().send(
    new SignCommand({ KeyId: keyId, Message: Buffer.from(signed), MessageType: 'RAW', SigningAlgorithm: 'ECDSA_SHA_256' }),
  );
  if (!Signature) throw new Error('KMS returned no signature.');
  return `${signed}.${joseSignature(Buffer.from(Signature)).toString('base64url')}`;
}

/** An ECDSA P-256 signature from ASN.1 DER (as KMS gives it) to the 64 bytes r ‖ s of RFC 7518 §3.4. */
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
