import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { inOrganization } from '#shared/accounts/identity/api-tokens/rules.ts';
import { organizationOf } from '#shared/platform/access/actor.ts';
import { presentApiToken } from '#shared/accounts/identity/api-tokens/present.ts';
import { readApiTokens } from '#shared/accounts/identity/api-tokens/store.ts';
import type { ApiToken } from '#shared/platform/access/model.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/api-tokens',
    summary: "List the caller's API tokens in the current organization",
    auth: 'user',
    responses: {
      200: () => import('#shared/accounts/identity/api-tokens/schema.ts').then(schema => schema.apiTokenSchema.array()),
    },
    errors: [404],
    read: ({ userId }) => readApiTokens(userId),
    present: (tokens: ApiToken[]) => tokens.map(presentApiToken),
  },
  ({ actor, loaded }) => inOrganization(loaded, organizationOf(actor)),
);
