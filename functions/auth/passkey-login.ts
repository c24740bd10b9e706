import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { header } from '#shared/platform/lambda/endpoint/request.ts';
import { findAssertion, passkeyLogin } from '#shared/accounts/identity/passkeys/login.ts';
import { passkeyLoginBody } from '#shared/accounts/identity/passkeys/input.ts';
import { readLogin } from '#shared/accounts/identity/sign-in/known-address.ts';
import type { Tokens } from '#shared/accounts/identity/sessions/open.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/auth/passkey/login',
    summary: 'Log in with a passkey',
    auth: 'public',
    window: 'passkeyLogin',
    body: passkeyLoginBody,
    invalidBody: 400,
    securityEvent: 'login',
    responses: { 200: () => import('#shared/accounts/identity/sign-in/schema.ts').then(schema => schema.tokensSchema) },
    errors: [401, 403],
    uses: ['token-key:sign'],
    read: ({ body }) => readLogin(body && findAssertion(body.response)),
    present: (tokens: Tokens) => tokens,
  },
  ({ body, loaded: { found, secret }, event, address, commit }) =>
    passkeyLogin(body.response, found, { userAgent: header(event, 'user-agent'), address, secret }, commit),
);
