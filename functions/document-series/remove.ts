import { deleteSeries, readForRemoval } from '#shared/records/catalogue/series/remove.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/document-series/{uuid}',
    summary: 'Remove a document series that no document uses',
    auth: 'company',
    permission: 'series.manage',
    responses: { 204: null },
    errors: [404, 409],
    read: ({ company, params }) => readForRemoval(company, params.uuid),
  },
  ({ companyId, params, loaded, commit }) => deleteSeries(companyId, loaded, params.uuid, commit),
);
