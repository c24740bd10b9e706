import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { listOrganizations, type OrganizationView } from '#shared/platform/access/organizations.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/organizations',
    summary: 'List the organizations of the signed-in user',
    auth: 'user',
    responses: {
      200: () => import('#shared/platform/access/schema.ts').then(schema => schema.organizationSchema.array()),
    },
    present: (organizations: OrganizationView[]) => organizations,
  },
  ({ actor }) => listOrganizations(actor),
);
