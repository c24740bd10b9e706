import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request } from './http.ts';
import { ACCESS_SECONDS, digitsOf, issueAccessToken, issueCode, issueRefreshToken, takeGrant } from './tokens.ts';
import type { Store } from './store.ts';
import { failure, jsonAnswer } from '#shared/authority/taxauth/simulator/wire.ts';
import type { Answer } from '#shared/authority/taxauth/simulator/wire.ts';

export interface OauthClient {
  id: string;
  secret: string;
}

/**
 * `authorize`: OAuth 2.0 authorization code (RFC 6749 §4.1.1). The person with the qualified certificate is simulated:
 * consent is given at once. An extra query parameter `cif` (comma-separated) narrows the rights; without it the simulated
 * person holds rights for every tax id.
 */
export function authorize(store: Store, client: OauthClient, { query }: Request): Answer {
  const redirectUri = query.get('redirect_uri') ?? '';
  // An unknown client or a bad redirect address is shown to the person, never sent on (§4.1.2.1).
  if (query.get('client_id') !== client.id) return failure(400, 'invalid_request', 'client_id is not registered.');
  if (!URL.canParse(redirectUri) || !/^https?:$/.test(new URL(redirectUri).protocol)) {
    return failure(400, 'invalid_request', 'redirect_uri must be an absolute https address (http on this machine).');
  }
  const back = new URL(redirectUri);
  const state = query.get('state');
  if (state !== null) back.searchParams.set('state', state);
  if (query.get('response_type') !== 'code') back.searchParams.set('error', 'unsupported_response_type');
  else {
    const cifs = query.get('cif')?.split(',').map(digitsOf) ?? null;
    back.searchParams.set('code', issueCode(store, cifs, redirectUri));
  }
  return { status: 302, headers: { location: back.href }, body: '' };
}

/** `token`: exchange of a code or refresh token; client authentication by HTTP Basic. A refresh replaces both tokens. */
export function token(store: Store, client: OauthClient, { headers, body }: Request): Answer {
  if (!authenticates(headers.authorization, client)) {
    return jsonAnswer({ error: 'invalid_client' }, 401, { 'www-authenticate': 'Basic realm="taxauth"' });
  }
  const form = new URLSearchParams(body.toString());
  const grantType = form.get('grant_type');
  if (grantType === 'authorization_code') {
    const grant = takeGrant(store, 'code', form.get('code') ?? '');
    return grant && grant.redirectUri === form.get('redirect_uri') ? tokens(store, grant.cifs) : oauthError('invalid_grant');
  }
  if (grantType === 'refresh_token') {
    const grant = takeGrant(store, 'refresh', form.get('refresh_token') ?? '');
    return grant ? tokens(store, grant.cifs) : oauthError('invalid_grant');
  }
  return oauthError('unsupported_grant_type');
}

const oauthError = (error: string): Answer => jsonAnswer({ error }, 400);

const tokens = (store: Store, cifs: string[] | null): Answer =>
  jsonAnswer(
    {
      access_token: issueAccessToken(store, cifs),
      refresh_token: issueRefreshToken(store, cifs),
      token_type: 'Bearer',
      expires_in: ACCESS_SECONDS,
    },
    200,
    { 'cache-control': 'no-store' },
  );

function authenticates(authorization: string | undefined, { id, secret }: OauthClient): boolean {
  const given = Buffer.from(/^Basic (\S+)$/i.exec(authorization ?? '')?.[1] ?? '', 'base64').toString();
  const hash = (value: string): Buffer => createHash('sha256').update(value).digest();
  return timingSafeEqual(hash(given), hash(`${id}:${secret}`));
}
