import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentMe } from '#shared/accounts/identity/account/present.ts';
import { organizationsOf } from '#shared/platform/access/organizations.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/me',
    summary: 'Get the signed-in user',
    auth: 'user',
    responses: { 200: () => import('#shared/accounts/identity/account/schema.ts').then(schema => schema.meSchema) },
    present: presentMe,
  },
  async ({ actor }) => ({ actor, organizations: await organizationsOf(actor) }),
);
