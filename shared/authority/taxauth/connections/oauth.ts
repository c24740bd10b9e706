import * as z from 'zod';
import { callAuthority } from '#shared/authority/calls/call.ts';
import { AuthorityLimitReached } from '#shared/authority/calls/count-call.ts';
import { CALL_MILLIS } from '#shared/authority/calls/limits.ts';
import { environment } from '#shared/platform/aws/environment.ts';
import { readJson } from '#shared/platform/outbound/read-body.ts';
import { setting } from '#shared/platform/settings/settings.ts';
import { notConfigured } from '#shared/base/kernel/errors.ts';

/**
 * The authority's OAuth 2.0 authorization code grant (RFC 6749 §4.1): the holder of a qualified certificate consents in the
 * browser, which the authority then redirects here with a code that is exchanged for the access token. Settings:
 * `TAXAUTH_OAUTH_URL` (root of `authorize` and `token`) and `TAXAUTH_CLIENT_ID`; the client secret is the secret `taxauth-client`.
 */
interface OauthSettings {
  url: string;
  clientId: string;
}

/** @throws 503 where the deployment has no client id, or no URL, of the authority's OAuth server */
function settings(): OauthSettings {
  const url = setting('TAXAUTH_OAUTH_URL');
  const clientId = setting('TAXAUTH_CLIENT_ID');
  if (!url || !clientId) throw notConfigured('The consent of the tax authority is not configured.');
  return { url: url.replace(/\/$/, ''), clientId };
}

const redirectUri = (): string => `${environment('apiUrl')}/api/connect/taxauth/callback`;

/** The URL of the authority's consent page. @throws 503 when not configured */
export function consentUrl(state: string): string {
  const { url, clientId } = settings();
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri(),
    state,
    token_content_type: 'jwt',
  });
  return `${url}/authorize?${query}`;
}

/** The authority refused the code, or no usable answer came. The message contains neither code nor secret. */
export class ExchangeFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ExchangeFailed';
  }
}

/** Maximum size of the answer with the token. */
const MOST_BYTES = 100_000;

const Tokens = z.object({ access_token: z.string().min(1) });

/** Exchanges a code for an access token. @throws ExchangeFailed; 503 when not configured */
export async function exchangeCode(code: string): Promise<string> {
  const { url, clientId } = settings();
  const { readSecret } = await import('#shared/platform/settings/secrets.ts');
  const clientSecret = await readSecret('taxauth-client').catch((cause: unknown) => {
    throw new ExchangeFailed('The secret taxauth-client cannot be read.', { cause });
  });
  const response = await callAuthority({ operation: 'other' }, `${url}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri(),
      token_content_type: 'jwt',
    }).toString(),
    redirect: 'manual',
    signal: AbortSignal.timeout(CALL_MILLIS),
  }).catch((error: unknown) => {
    throw new ExchangeFailed(error instanceof AuthorityLimitReached ? error.message : 'The tax authority cannot be reached.');
  });
  if (!response.ok) throw new ExchangeFailed(`The tax authority refused the code (HTTP ${response.status}).`);
  const tokens = Tokens.safeParse(await readJson(response, MOST_BYTES).catch(() => undefined));
  if (!tokens.success) throw new ExchangeFailed('The tax authority answered without a token.');
  return tokens.data.access_token;
}
