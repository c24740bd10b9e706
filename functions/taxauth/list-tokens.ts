import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { ownTokens } from '#shared/authority/taxauth/connections/store.ts';
import { presentToken } from '#shared/authority/taxauth/connections/present.ts';
import type { TaxauthToken } from '#shared/authority/taxauth/connections/model.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/taxauth/tokens',
    summary: "List the caller's tokens of the tax authority, without their values",
    auth: 'user',
    responses: {
      200: () => import('#shared/authority/taxauth/connections/schema.ts').then(schema => schema.tokenSchema.array()),
    },
    present: (tokens: TaxauthToken[]) => tokens.map(presentToken),
  },
  ({ actor }) => ownTokens(actor),
);
