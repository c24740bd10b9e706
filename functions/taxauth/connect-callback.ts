import * as z from 'zod';
import { redirect } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { endConsent } from '#shared/authority/taxauth/connections/connect.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/connect/taxauth/callback',
    summary: "Return from the tax authority's consent page: saves the token",
    auth: 'public',
    query: z.object({ state: z.string().optional(), code: z.string().optional() }),
    responses: { 302: null },
    errors: [503],
    table: 'write',
    uses: ['secrets-key:encrypt:taxauth-token', 'taxauth-client-secret:read', 'taxauth:call'],
  },
  async ({ query }) => redirect(await endConsent(query)),
);
