import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { deactivateMember } from '#shared/accounts/identity/members/remove.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/members/{uuid}',
    summary: "End a member's access to the organization",
    auth: 'user',
    permission: 'org.manage_members',
    securityEvent: 'member.removed',
    responses: { 204: null },
  },
  ({ actor, params: { uuid = '' }, commit }) => deactivateMember(actor, uuid, commit),
);
