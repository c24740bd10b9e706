import { defineEndpoint } from '../../shared/http/define-endpoint.ts';
import { readOrganization } from '../../shared/identity/access.ts';
import { OrganizationView, presentOrganization } from '../../shared/identity/organizations.ts';
import { OrganizationChange, updateOrganization } from '../../shared/identity/update-organization.ts';

export const handler = defineEndpoint(
  {
    method: 'PATCH',
    path: '/api/v1/organizations/{uuid}',
    summary: 'Rename an organization',
    auth: 'user',
    organizationIn: 'path',
    permission: 'settings.manage',
    body: OrganizationChange,
    responses: { 200: OrganizationView },
    uses: ['table:read', 'table:write'],
    read: ({ params }) => readOrganization(params['uuid'] ?? ''),
  },
  async ({ actor, body, loaded, commit }) =>
    presentOrganization(await updateOrganization(loaded, body, commit), actor.membership?.role ?? 'employee'),
);
