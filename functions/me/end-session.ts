import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { endOne } from '#shared/accounts/identity/sessions/end.ts';
import { findOwnSession } from '#shared/accounts/identity/sessions/store.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/me/sessions/{id}',
    summary: 'End a session of the signed-in user',
    auth: 'user',
    sessionOnly: true,
    securityEvent: 'session.ended',
    responses: { 204: null },
    read: ({ userId, params }) => findOwnSession(userId, params.id),
  },
  ({ loaded, commit }) => endOne(loaded, commit),
);
