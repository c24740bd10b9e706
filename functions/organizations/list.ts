import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { listOrganizations, type OrganizationView } from '#shared/access/organizations.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/organizations',
    summary: 'Organizations of the signed-in user',
    auth: 'user',
    responses: {
      200: () => import('#shared/access/schema.ts').then(schema => schema.organizationSchema.array()),
    },
    present: (organizations: OrganizationView[]) => organizations,
  },
  ({ actor }) => listOrganizations(actor),
);
