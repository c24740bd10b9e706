import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { acceptInvitation } from '#shared/accounts/identity/invitations/accept.ts';
import { findInvited } from '#shared/accounts/identity/invitations/store.ts';
import { presentAccepted } from '#shared/accounts/identity/invitations/present.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invitations/accept/{token}',
    summary: 'Accept an invitation',
    auth: 'user',
    sessionOnly: true,
    securityEvent: 'invitation.accepted',
    responses: { 200: () => import('#shared/accounts/identity/invitations/schema.ts').then(schema => schema.acceptedSchema) },
    errors: [402, 409, 410, 422],
    read: ({ params }) => findInvited(params.token),
    present: presentAccepted,
  },
  ({ actor, params: { token = '' }, loaded, commit }) => acceptInvitation(actor, token, loaded, commit),
);
