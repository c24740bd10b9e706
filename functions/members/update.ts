import { findCompanies } from '#shared/platform/access/named-companies.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { memberChangeBody } from '#shared/accounts/identity/members/input.ts';
import { presentMember } from '#shared/accounts/identity/members/present.ts';
import { updateMember } from '#shared/accounts/identity/members/update.ts';

export const handler = defineEndpoint(
  {
    method: 'PATCH',
    path: '/api/v1/members/{uuid}',
    summary: 'Change role, accessible companies or permissions of a member, or deactivate or reactivate the membership',
    auth: 'user',
    permission: 'org.manage_members',
    body: memberChangeBody,
    securityEvent: 'member.changed',
    responses: { 200: () => import('#shared/accounts/identity/members/schema.ts').then(schema => schema.memberSchema) },
    errors: [402],
    read: ({ body }) => findCompanies(body?.allowedCompanies ?? []),
    present: presentMember,
  },
  ({ actor, params: { uuid = '' }, body, loaded, commit }) =>
    updateMember(actor, { id: uuid, change: body, companies: loaded }, commit),
);
