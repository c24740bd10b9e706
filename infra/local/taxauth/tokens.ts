import { randomBytes } from 'node:crypto';
import { now } from '#shared/base/kernel/clock.ts';
import { newId, sha256 } from '#shared/base/kernel/ids.ts';
import type { Grant, Store } from './store.ts';

/** Access, refresh and code secrets. Access tokens are JWT in form, as the authority's; only their hash is kept and checked. */
const DAY_SECONDS = 86_400;
/** The authority's lifetimes: 129,600 and 525,600 minutes, and a minute for a code. */
export const ACCESS_SECONDS = 90 * DAY_SECONDS;
const REFRESH_SECONDS = 365 * DAY_SECONDS;
const CODE_SECONDS = 60;

/** Digits of a tax id, without `RO`. */
export const digitsOf = (cif: string): string => cif.trim().replace(/^RO\s*/i, '');

/** A new access token with rights for these tax ids (null: every one), good for `seconds` by the local clock. */
export function issueAccessToken(store: Store, cifs: string[] | null, seconds = ACCESS_SECONDS): string {
  const issued = Math.floor(now().getTime() / 1000);
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { jti: newId(), sub: 'local-test-holder', iat: issued, exp: issued + Math.round(seconds) };
  const token = `${part({ alg: 'RS512', typ: 'JWT' })}.${part(claims)}.${randomBytes(64).toString('base64url')}`;
  store.addGrant(sha256(token), { kind: 'access', cifs, expiresAt: claims.exp * 1000, redirectUri: null });
  return token;
}

/** A refresh token, opaque. */
export const issueRefreshToken = (store: Store, cifs: string[] | null): string =>
  issueSecret(store, { kind: 'refresh', cifs, expiresAt: now().getTime() + REFRESH_SECONDS * 1000, redirectUri: null });

/** An authorization code, good for a minute and one exchange. */
export const issueCode = (store: Store, cifs: string[] | null, redirectUri: string): string =>
  issueSecret(store, { kind: 'code', cifs, expiresAt: now().getTime() + CODE_SECONDS * 1000, redirectUri });

function issueSecret(store: Store, grant: Grant): string {
  const secret = randomBytes(32).toString('hex');
  store.addGrant(sha256(secret), grant);
  return secret;
}

/** The unexpired grant behind a secret of this kind, or null. */
export function findGrant(store: Store, kind: Grant['kind'], secret: string): Grant | null {
  const grant = store.grant(sha256(secret));
  return grant?.kind === kind && grant.expiresAt > now().getTime() ? grant : null;
}

/** As `findGrant`, for codes and refresh tokens, which are good once: the secret is gone afterwards, whatever it was. */
export function takeGrant(store: Store, kind: 'code' | 'refresh', secret: string): Grant | null {
  const grant = findGrant(store, kind, secret);
  if (grant) store.removeGrant(sha256(secret));
  return grant;
}

/** Whether the grant holds rights for a tax id (digits). */
export const mayUse = (grant: Grant, cif: string): boolean => grant.cifs === null || grant.cifs.includes(cif);
