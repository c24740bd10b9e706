import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import { findInvited, lookAtInvitation, presentInvited } from '../../shared/identity/organizations/invitation-accept.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invitations/accept/{token}',
    summary: 'What an invitation invites into',
    auth: 'public',
    responses: { 200: () => import('../../shared/identity/organizations/schema.ts').then(schema => schema.invitedSchema) },
    errors: [410],
    uses: ['table:read'],
    read: ({ params }) => findInvited(params.token),
    present: presentInvited,
  },
  ({ loaded }) => lookAtInvitation(loaded),
);
