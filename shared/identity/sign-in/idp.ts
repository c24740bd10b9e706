import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { setting } from '../../settings/settings.ts';
import { now } from '../../kernel/clock.ts';
import { unauthorized, unavailable } from '../../kernel/errors.ts';
import { registerCache } from '../../kernel/caches.ts';
import { sha256 } from '../../kernel/ids.ts';
import { accountEmail } from '../account/store.ts';

/**
 * The identity provider, as an adapter: it says who holds an ID token (OpenID Connect Core 1.0 §3.1.3.7). Settings: `IDP_ISSUER`,
 * `IDP_AUDIENCE` (our client id there) and `IDP_JWKS_URL`. Without them nobody signs in this way.
 */
export interface IdpIdentity {
  issuer: string;
  /** The provider's own name of the person: never given to another. */
  subject: string;
  /** As the provider has verified it; null where it has not. */
  verifiedEmail: string | null;
  firstName: string | null;
  lastName: string | null;
  /** The token that said so. */
  token: { hash: string; /** Until when it is accepted (epoch seconds). */ acceptedUntil: number };
}

/** Signatures that only the holder of a private key can make: a shared secret would make a signer of every verifier. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** Clocks differ. */
const TOLERANCE_SECONDS = 10;
const FETCH_MILLIS = 5_000;

type KeySet = ReturnType<typeof createRemoteJWKSet>;
const keySets = new Map<string, KeySet>();
registerCache(() => keySets.clear());

/** The provider's keys, fetched when an unknown one is named, and kept. */
function keysAt(url: string): KeySet {
  const known = keySets.get(url) ?? createRemoteJWKSet(new URL(url), { timeoutDuration: FETCH_MILLIS });
  keySets.set(url, known);
  return known;
}

const refused = () => unauthorized('The ID token is invalid, expired, or not for this service.');

/**
 * Who holds an ID token.
 *
 * @param nonce what the client bound its request to the provider with. A token that carries one is good only together with it.
 * @throws 401 for a token whose signature, issuer, audience, expiry or nonce is wrong; 503 where no provider is configured or its
 *   keys cannot be fetched.
 */
export async function identify(idToken: string, nonce: string | null): Promise<IdpIdentity> {
  const [issuer, audience, jwksUrl] = [setting('IDP_ISSUER'), setting('IDP_AUDIENCE'), setting('IDP_JWKS_URL')];
  if (!issuer || !audience || !jwksUrl) throw unavailable('No identity provider is configured.');
  const options = {
    ...{ issuer, audience, algorithms: ALGORITHMS, currentDate: now(), clockTolerance: TOLERANCE_SECONDS },
    requiredClaims: ['sub', 'exp', 'iat'],
  };
  const { payload, protectedHeader } = await jwtVerify(idToken, keysAt(jwksUrl), options).catch((error: unknown) => {
    throw isRefusal(error) ? refused() : unavailable('The identity provider cannot be reached; try again.', { cause: error });
  });
  // An access token of the same provider is no ID token (RFC 8725 §3.11).
  if (protectedHeader.typ !== undefined && protectedHeader.typ.toUpperCase() !== 'JWT') throw refused();
  // A token for several parties is ours when it was issued to us (OpenID Connect Core 1.0 §3.1.3.7, 4 and 5).
  const party = payload['azp'] ?? (Array.isArray(payload.aud) && payload.aud.length > 1 ? undefined : audience);
  if (party !== audience || (payload['nonce'] ?? null) !== nonce) throw refused();
  return identityIn(payload, issuer, idToken);
}

/** Whether verification has judged the token, rather than failed to. */
function isRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^ERR_(JWT|JWS|JOSE_ALG|JOSE_NOT_SUPPORTED|JWKS_(NO_MATCHING_KEY|MULTIPLE))/.test(code);
}

function identityIn(claims: JWTPayload, issuer: string, idToken: string): IdpIdentity {
  const text = (name: string, max: number): string | null => {
    const value = claims[name];
    return typeof value === 'string' && value.trim() !== '' ? [...value.trim()].slice(0, max).join('') : null;
  };
  const email = accountEmail().safeParse(claims['email']);
  // Some providers write the flag as text.
  const isVerified = claims['email_verified'] === true || claims['email_verified'] === 'true';
  return {
    issuer,
    subject: String(claims.sub),
    verifiedEmail: email.success && isVerified ? email.data : null,
    firstName: text('given_name', 100) ?? text('name', 100),
    lastName: text('family_name', 100),
    // By what is signed: an ECDSA signature can be written in two ways, and both verify.
    token: { hash: sha256(idToken.slice(0, idToken.lastIndexOf('.'))), acceptedUntil: Number(claims.exp) + TOLERANCE_SECONDS },
  };
}
