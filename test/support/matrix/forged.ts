import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { exportSPKI, importJWK, SignJWT } from 'jose';
import { environment } from '#shared/platform/aws/environment.ts';
import { publishedJwk, publishedKeys } from '#shared/platform/access/published-keys.ts';
import { signToken } from '#shared/accounts/identity/token-keys/signing-keys.ts';
import { epochSeconds } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { Person } from './people.ts';

const encoded = (part: object | string): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

/** Forged access tokens of a user that must all be rejected (RFC 8725 §2), by their defect. */
export async function forgedTokens({ userId, sessionId, token }: Person): Promise<Record<string, string>> {
  const issuer = environment('tokenIssuer');
  const at = epochSeconds();
  const claims = { iss: issuer, aud: issuer, sub: userId, sid: sessionId, jti: newId(), iat: at - 10, exp: at + 3600 };
  const [header = '', payload = '', signature = ''] = token.split('.');
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
  const published = (await publishedKeys()).find(key => key.kid === kid);
  if (!published) throw new Error('The key of the token is not published.');
  const jwk = publishedJwk(published);
  const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const own = foreign.publicKey.export({ format: 'jwk' });

  const es256 = (head: object, body: object, key: KeyObject): string => {
    const signed = `${encoded(head)}.${encoded(body)}`;
    const bytes = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${bytes.toString('base64url')}`;
  };
  const hs256 = (secret: string | Uint8Array): Promise<string> =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid, typ: 'at+jwt' })
      .sign(typeof secret === 'string' ? new TextEncoder().encode(secret) : secret);
  const spki = await exportSPKI((await importJWK(jwk, 'ES256')) as Parameters<typeof exportSPKI>[0]);
  const der = createPublicKey(spki).export({ format: 'der', type: 'spki' });
  const flipped = Buffer.from(signature, 'base64url');
  flipped[7] = (flipped[7] ?? 0) ^ 1;
  const { exp: _exp, ...endless } = claims;

  return {
    'an expired token': await signToken({ ...claims, iat: at - 7200, exp: at - 3600 }),
    'a token that expires this second': await signToken({ ...claims, exp: at }),
    'a token that is not in force yet': await signToken({ ...claims, nbf: at + 600 }),
    'a token without an end': await signToken(endless),
    'a token of another issuer': await signToken({ ...claims, iss: 'urn:elsewhere' }),
    'a token for another audience': await signToken({ ...claims, aud: 'urn:elsewhere' }),
    'a token of an unknown session': await signToken({ ...claims, sid: newId() }),
    'a token of an unknown user': await signToken({ ...claims, sub: newId() }),
    'a token with algorithm none': `${encoded({ alg: 'none', kid, typ: 'at+jwt' })}.${encoded(claims)}.`,
    'a token with algorithm None and its old signature': `${encoded({ alg: 'None', kid, typ: 'at+jwt' })}.${payload}.${signature}`,
    'a token signed HS256 with the public key as PEM': await hs256(spki),
    'a token signed HS256 with the public key as DER': await hs256(der),
    'a token signed HS256 with the public key as JWK': await hs256(JSON.stringify(jwk)),
    'a token signed by a foreign key under our kid': es256({ alg: 'ES256', kid, typ: 'at+jwt' }, claims, foreign.privateKey),
    'a token that brings its own key (jwk)': es256({ alg: 'ES256', kid, typ: 'at+jwt', jwk: own }, claims, foreign.privateKey),
    'a token under an unknown kid': es256({ alg: 'ES256', kid: 'x', typ: 'at+jwt' }, claims, foreign.privateKey),
    'a token whose kid is a path': es256({ alg: 'ES256', kid: '../../dev/null', typ: 'at+jwt' }, claims, foreign.privateKey),
    'a token without a signature': `${header}.${payload}.`,
    'a token with a changed signature': `${header}.${payload}.${flipped.toString('base64url')}`,
    'a token with changed claims': `${header}.${encoded({ ...claims, exp: at + 999_999 })}.${signature}`,
    'two parts of a token': `${header}.${payload}`,
  };
}
