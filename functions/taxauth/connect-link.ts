import { redirect } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { beginLinkConsent } from '#shared/authority/taxauth/connections/connect.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/connect/taxauth/link/{linkToken}',
    summary: "Redirect to the tax authority's consent page, for the recipient of a connect link",
    auth: 'public',
    responses: { 302: null },
    errors: [404, 409, 410, 503],
    table: 'write',
  },
  async ({ params }) => redirect(await beginLinkConsent(params.linkToken)),
);
