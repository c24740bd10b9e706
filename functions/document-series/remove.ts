import { deleteSeries } from '../../shared/catalogue/series/remove.ts';
import { readSeriesSet } from '../../shared/catalogue/series/store.ts';
import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import { mustHave } from '../../shared/store/record-set.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/document-series/{uuid}',
    summary: 'Remove a document series that no document uses',
    auth: 'company',
    permission: 'series.manage',
    responses: { 204: null },
    errors: [404, 409],
    uses: ['table:read', 'table:write'],
    read: async ({ company, params }) => mustHave(await readSeriesSet(company), params.uuid, 'Document series'),
  },
  ({ companyId, params, loaded, commit }) => deleteSeries(companyId, loaded, params.uuid, commit),
);
