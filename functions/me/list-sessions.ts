import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentSession } from '#shared/accounts/identity/sessions/present.ts';
import { inForce, readSessions } from '#shared/accounts/identity/sessions/store.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/me/sessions',
    summary: 'List the active sessions of the signed-in user',
    auth: 'user',
    sessionOnly: true,
    responses: {
      200: () => import('#shared/accounts/identity/sessions/schema.ts').then(schema => schema.sessionSchema.array()),
    },
    read: ({ userId }) => readSessions(userId),
  },
  ({ actor, loaded }) => inForce(loaded, actor.account).map(session => presentSession(session, actor.sessionId)),
);
