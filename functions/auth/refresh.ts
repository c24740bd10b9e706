import { refreshTokenBody } from '#shared/accounts/identity/sessions/input.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { findSession } from '#shared/accounts/identity/sessions/store.ts';
import { refresh } from '#shared/accounts/identity/sessions/refresh.ts';
import type { Tokens } from '#shared/accounts/identity/sessions/open.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/auth/token/refresh',
    summary: 'Exchange a refresh token for new tokens',
    auth: 'public',
    body: refreshTokenBody,
    invalidBody: 400,
    securityEvent: 'session.refreshed',
    responses: { 200: () => import('#shared/accounts/identity/sign-in/schema.ts').then(schema => schema.tokensSchema) },
    errors: [401, 403],
    uses: ['token-key:sign'],
    read: async ({ body }) => body && findSession(body.refresh_token),
    present: (tokens: Tokens) => tokens,
  },
  ({ loaded, commit }) => refresh(loaded, commit),
);
