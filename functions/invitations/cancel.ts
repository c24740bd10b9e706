import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { cancelInvitation } from '#shared/accounts/identity/invitations/cancel.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/invitations/{uuid}',
    summary: 'Cancel an invitation',
    auth: 'user',
    permission: 'org.manage_members',
    securityEvent: 'invitation.cancelled',
    responses: { 204: null },
  },
  ({ actor, params: { uuid = '' }, commit }) => cancelInvitation(actor, uuid, commit),
);
