import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import { listMembers, presentMember, type SeenMember } from '../../shared/identity/organizations/members.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/members',
    summary: 'Members of the organization',
    auth: 'user',
    permission: 'org.manage_members',
    responses: {
      200: () => import('../../shared/identity/organizations/schema.ts').then(schema => schema.memberSchema.array()),
    },
    uses: ['table:read'],
    present: (members: SeenMember[]) => members.map(presentMember),
  },
  ({ actor }) => listMembers(actor),
);
