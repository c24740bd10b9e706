import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import * as z from 'zod';
import { epochSeconds } from '#shared/base/kernel/clock.ts';

/** Body of `POST /_local/idp/tokens`. */
export const idTokenRequest = z.strictObject({
  sub: z.string().min(1),
  email: z.email(),
  emailVerified: z.boolean().default(true),
  name: z.string().optional(),
  /** Whether the token has expired. */
  expired: z.boolean().default(false),
  /** Another audience than the service's. */
  audience: z.string().optional(),
  /** Another issuer than the provider's. */
  issuer: z.string().optional(),
  /** The nonce of the client's authentication request. */
  nonce: z.string().optional(),
});

/** An identity provider for tests: OpenID Connect ID tokens signed with a key of its own. */
export interface LocalIdp {
  issuer: string;
  audience: string;
  /** The public keys, RFC 7517. */
  jwks: { keys: JWK[] };
  /** @throws ZodError */
  token(request: z.input<typeof idTokenRequest>): Promise<string>;
}

export const IDP_AUDIENCE = 'invoicing-local';

/** Opens the provider; its key is stored in `dataDir/idp-key.json`, and created at the first use. */
export async function openIdp(dataDir: string, apiUrl: string): Promise<LocalIdp> {
  const jwk = await keptKey(join(dataDir, 'idp-key.json'));
  const { kty, n, e, kid } = jwk;
  const key = await importJWK(jwk, 'RS256');
  const issuer = `${apiUrl}/_local/idp`;
  return {
    issuer,
    audience: IDP_AUDIENCE,
    jwks: { keys: [{ kty, n, e, kid, alg: 'RS256', use: 'sig' } as JWK] },
    token(request) {
      const { sub, email, emailVerified, name, expired, audience, nonce, ...other } = idTokenRequest.parse(request);
      const issuedAt = epochSeconds() - (expired ? 7200 : 0);
      return new SignJWT({
        email,
        email_verified: emailVerified,
        ...(name !== undefined && { name }),
        ...(nonce !== undefined && { nonce }),
      })
        .setProtectedHeader({ alg: 'RS256', kid: kid ?? '', typ: 'JWT' })
        .setIssuer(other.issuer ?? issuer)
        .setAudience(audience ?? IDP_AUDIENCE)
        .setSubject(sub)
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + 3600)
        .sign(key);
    },
  };
}

let made: Promise<JWK> | undefined;

/** A process makes a key once: that takes a tenth of a second of processor time. */
const newKey = (): Promise<JWK> =>
  (made ??= generateKeyPair('RS256', { extractable: true }).then(async ({ privateKey }) => ({
    ...(await exportJWK(privateKey)),
    kid: 'local-idp',
  })));

async function keptKey(file: string): Promise<JWK> {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as JWK;
  const jwk = await newKey();
  writeFileSync(file, JSON.stringify(jwk), { mode: 0o600 });
  return jwk;
}
