import { refreshTokenBody } from '#shared/identity/sessions/input.ts';
import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { findSession } from '#shared/identity/sessions/store.ts';
import { refresh } from '#shared/identity/sessions/refresh.ts';
import type { Tokens } from '#shared/identity/sessions/open.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/auth/token/refresh',
    summary: 'Exchange a refresh token for new tokens',
    auth: 'public',
    body: refreshTokenBody,
    invalidBody: 400,
    securityEvent: 'session.refreshed',
    responses: { 200: () => import('#shared/identity/sign-in/schema.ts').then(schema => schema.tokensSchema) },
    errors: [401, 403],
    uses: ['token-key:sign'],
    read: async ({ body }) => body && findSession(body.refresh_token),
    present: (tokens: Tokens) => tokens,
  },
  ({ loaded, commit }) => refresh(loaded, commit),
);
