import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { listInvitations } from '#shared/accounts/identity/invitations/list.ts';
import { presentInvitation } from '#shared/accounts/identity/invitations/present.ts';
import type { Invitation } from '#shared/platform/access/model.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invitations',
    summary: 'List the pending invitations of the organization',
    auth: 'user',
    permission: 'org.manage_members',
    responses: {
      200: () => import('#shared/accounts/identity/invitations/schema.ts').then(schema => schema.invitationSchema.array()),
    },
    present: (invitations: Invitation[]) => invitations.map(presentInvitation),
  },
  ({ actor }) => listInvitations(actor),
);
