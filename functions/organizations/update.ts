import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { findOrganization } from '#shared/platform/access/records.ts';
import { presentOrganization } from '#shared/platform/access/organizations.ts';
import { organizationChangeBody } from '#shared/accounts/identity/organizations/input.ts';
import { updateOrganization } from '#shared/accounts/identity/organizations/update.ts';

export const handler = defineEndpoint(
  {
    method: 'PATCH',
    path: '/api/v1/organizations/{uuid}',
    summary: 'Rename an organization',
    auth: 'user',
    organizationIn: 'path',
    permission: 'settings.manage',
    body: organizationChangeBody,
    securityEvent: 'organization.changed',
    responses: { 200: () => import('#shared/platform/access/schema.ts').then(schema => schema.organizationSchema) },
    read: ({ params }) => findOrganization(params.uuid),
  },
  async ({ actor, body, loaded, commit }) =>
    presentOrganization(await updateOrganization(loaded, body, commit), actor.membership?.role ?? 'employee'),
);
