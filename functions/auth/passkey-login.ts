import { defineEndpoint } from '../../shared/http/define-endpoint.ts';
import { findAssertion, passkeyLogin, PasskeyLoginForm } from '../../shared/identity/passkey-login.ts';
import { Tokens } from '../../shared/identity/sessions.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/auth/passkey/login',
    summary: 'Log in with the signature of an authenticator',
    auth: 'public',
    window: 'passkeyLogin',
    body: PasskeyLoginForm,
    invalidBody: 400,
    responses: { 200: Tokens },
    errors: [401, 403],
    uses: ['table:read', 'table:write', 'token-key:sign'],
    read: async ({ body }) => body && findAssertion(body.response),
    present: (tokens: Tokens) => tokens,
  },
  ({ body, loaded, commit }) => passkeyLogin(body.response, loaded, commit),
);
