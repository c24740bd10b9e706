import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { resendInvitation } from '#shared/accounts/identity/invitations/resend.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invitations/{uuid}/resend',
    summary: 'Mail an invitation again',
    auth: 'user',
    permission: 'org.manage_members',
    confirmedEmail: true,
    securityEvent: 'invitation.resent',
    responses: { 204: null },
    errors: [410],
  },
  ({ actor, params: { uuid = '' }, commit }) => resendInvitation(actor, uuid, commit),
);
