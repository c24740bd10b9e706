import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { readShareLink, revokeShareLink } from '#shared/documents/invoices/share-links/revoke.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/invoices/{uuid}/share-links/{linkId}',
    summary: 'Revoke a share link',
    auth: 'company',
    permission: 'invoice.edit',
    responses: { 204: null },
    errors: [404],
    read: ({ company, params }) => readShareLink(company, params.uuid, params.linkId),
  },
  ({ companyId, loaded, commit }) => revokeShareLink(companyId, loaded, commit),
);
