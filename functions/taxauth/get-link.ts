import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentInstant } from '#shared/base/kernel/clock.ts';
import { findConnectLink, statusOf, type TokenLink } from '#shared/authority/taxauth/connections/link-store.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/taxauth/token-links/{linkToken}',
    summary: 'Get the status of a connect link',
    auth: 'public',
    responses: {
      200: () => import('#shared/authority/taxauth/connections/schema.ts').then(schema => schema.linkStatusSchema),
    },
    errors: [404],
    read: ({ params }) => findConnectLink(params.linkToken),
    present: (link: TokenLink) => ({
      status: statusOf(link),
      tokenId: link.tokenId,
      expiresAt: presentInstant(link.expiresAt),
    }),
  },
  ({ loaded }) => loaded,
);
