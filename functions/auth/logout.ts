import { refreshTokenBody } from '#shared/accounts/identity/sessions/input.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { logOut } from '#shared/accounts/identity/sessions/end.ts';
import { findSession } from '#shared/accounts/identity/sessions/store.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Log out: end the session of the refresh token',
    auth: 'public',
    body: refreshTokenBody,
    invalidBody: 400,
    securityEvent: 'session.ended',
    responses: { 204: null },
    read: async ({ body }) => body && findSession(body.refresh_token),
  },
  ({ loaded }) => logOut(loaded),
);
