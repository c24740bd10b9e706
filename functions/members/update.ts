import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import { MemberChange } from '../../shared/identity/organizations/member-rules.ts';
import { presentMember, updateMember } from '../../shared/identity/organizations/members.ts';
import { readCompanies } from '../../shared/access/memberships.ts';

export const handler = defineEndpoint(
  {
    method: 'PATCH',
    path: '/api/v1/members/{uuid}',
    summary: 'Change role, reach or permissions of a member, or switch the membership off or on',
    auth: 'user',
    permission: 'org.manage_members',
    body: MemberChange,
    responses: { 200: () => import('../../shared/identity/organizations/schema.ts').then(schema => schema.memberSchema) },
    errors: [402],
    uses: ['table:read', 'table:write'],
    read: ({ body }) => readCompanies(body?.allowedCompanies ?? []),
    present: presentMember,
  },
  ({ actor, params: { uuid = '' }, body, loaded, commit }) =>
    updateMember(actor, { id: uuid, change: body, companies: loaded }, commit),
);
