import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { claimedBy } from '#shared/platform/access/access-token.ts';
import { readApiKey } from '#shared/platform/access/credentials.ts';
import { header } from '../request.ts';

/**
 * Messages of a 401: why the credential is refused and what to do (REQ-30). The holder of a once valid credential
 * learns how it ended; for a forged or unknown one nothing is disclosed.
 */
export const CREDENTIAL_REFUSALS = {
  missing: 'Authentication is missing: send Authorization: Bearer <access token>, or Authorization: <API key>.',
  unknownScheme: 'Authorization must be Bearer <access token>, or an API key alone.',
  keyBehindBearer: 'An API key is sent without Bearer: Authorization: <API key>.',
  tokenWithoutBearer: 'An access token is sent with Bearer: Authorization: Bearer <access token>.',
  invalidToken: 'The access token is invalid.',
  expiredToken: 'The access token has expired: send its refresh token to POST /api/auth/token/refresh, or log in again.',
  endedSession: 'The session of the access token has ended: log in again.',
  unknownKey: 'The API key is unknown.',
  revokedKey: 'The API key was revoked.',
  expiredKey: 'The API key has expired.',
  endedKey: 'The API key has ended with the account or membership that it belonged to.',
} as const;

export interface RefusedCredential {
  kind: 'refused';
  why: keyof typeof CREDENTIAL_REFUSALS;
}

/** The credential of a request as sent, before it is verified. */
export type Credential =
  | RefusedCredential
  | { kind: 'session'; token: string; userId: string; sessionId: string }
  | { kind: 'api-key'; userId: string; hash: string };

export const refusedCredential = (why: RefusedCredential['why']): RefusedCredential => ({ kind: 'refused', why });

/** Reads `Authorization`: `Bearer <JWT>`, or an API key with no prefix (REQ-29). */
export function readCredential(event: APIGatewayProxyEventV2): Credential {
  const sent = header(event, 'authorization')?.trim();
  if (!sent) return refusedCredential('missing');
  const bearer = /^bearer\s+(\S+)$/i.exec(sent)?.[1];
  if (bearer !== undefined) {
    if (isLikeKey(bearer)) return refusedCredential('keyBehindBearer');
    const claimed = claimedBy(bearer);
    return claimed
      ? { kind: 'session', token: bearer, userId: claimed.sub, sessionId: claimed.sid }
      : refusedCredential('invalidToken');
  }
  if (isLikeKey(sent)) {
    const key = readApiKey(sent);
    return key ? { kind: 'api-key', ...key } : refusedCredential('unknownKey');
  }
  return refusedCredential(/^\S+$/.test(sent) && claimedBy(sent) ? 'tokenWithoutBearer' : 'unknownScheme');
}

const isLikeKey = (text: string): boolean => text.startsWith('af_');
