import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { presentMe } from '#shared/identity/account/present.ts';
import { organizationsOf } from '#shared/access/organizations.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/me',
    summary: 'The signed-in user',
    auth: 'user',
    responses: { 200: () => import('#shared/identity/account/schema.ts').then(schema => schema.meSchema) },
    present: presentMe,
  },
  async ({ actor }) => ({ actor, organizations: await organizationsOf(actor) }),
);
