import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { listMembers } from '#shared/accounts/identity/members/list.ts';
import { presentMember } from '#shared/accounts/identity/members/present.ts';
import type { MemberForViewer } from '#shared/accounts/identity/members/model.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/members',
    summary: 'List the members of the organization',
    auth: 'user',
    permission: 'org.manage_members',
    responses: {
      200: () => import('#shared/accounts/identity/members/schema.ts').then(schema => schema.memberSchema.array()),
    },
    present: (members: MemberForViewer[]) => members.map(presentMember),
  },
  ({ actor }) => listMembers(actor),
);
