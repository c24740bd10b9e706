import * as z from 'zod';
import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import { logOut } from '../../shared/identity/sessions/end.ts';
import { findSession } from '../../shared/identity/sessions/store.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Log out: end the session of the refresh token',
    auth: 'public',
    body: z.object({ refresh_token: z.string().trim().min(1, 'must not be empty') }),
    invalidBody: 400,
    securityEvent: 'session.ended',
    responses: { 204: null },
    uses: ['table:read', 'table:write'],
    read: async ({ body }) => body && findSession(body.refresh_token),
  },
  ({ loaded }) => logOut(loaded),
);
