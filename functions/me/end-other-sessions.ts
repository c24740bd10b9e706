import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { endOthers } from '#shared/accounts/identity/sessions/end.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/me/sessions',
    summary: 'End all other sessions of the signed-in user',
    auth: 'user',
    sessionOnly: true,
    securityEvent: 'session.ended',
    responses: { 204: null },
  },
  ({ actor, commit }) => endOthers(actor.account, actor.sessionId ?? '', commit),
);
