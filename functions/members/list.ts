import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { listMembers } from '#shared/identity/members/list.ts';
import { presentMember } from '#shared/identity/members/present.ts';
import type { MemberForViewer } from '#shared/identity/members/model.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/members',
    summary: 'Members of the organization',
    auth: 'user',
    permission: 'org.manage_members',
    responses: {
      200: () => import('#shared/identity/members/schema.ts').then(schema => schema.memberSchema.array()),
    },
    present: (members: MemberForViewer[]) => members.map(presentMember),
  },
  ({ actor }) => listMembers(actor),
);
