import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { findInvited } from '#shared/accounts/identity/invitations/store.ts';
import { lookAtInvitation } from '#shared/accounts/identity/invitations/look.ts';
import { presentInvited } from '#shared/accounts/identity/invitations/present.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invitations/accept/{token}',
    summary: 'Get an invitation',
    auth: 'public',
    responses: { 200: () => import('#shared/accounts/identity/invitations/schema.ts').then(schema => schema.invitedSchema) },
    errors: [410],
    read: ({ params }) => findInvited(params.token),
    present: presentInvited,
  },
  ({ loaded }) => lookAtInvitation(loaded),
);
