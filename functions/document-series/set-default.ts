import { setDefaultSeries } from '#shared/records/catalogue/series/set-default.ts';
import { presentSeries } from '#shared/records/catalogue/series/present.ts';
import { readSeriesSet } from '#shared/records/catalogue/series/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { mustHave } from '#shared/platform/store/record-set.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/document-series/{uuid}/set-default',
    summary: 'Make a document series the default of its type',
    auth: 'company',
    permission: 'series.manage',
    responses: { 200: () => import('#shared/records/catalogue/series/schema.ts').then(schema => schema.seriesSchema) },
    errors: [404, 409],
    read: async ({ company, params }) => mustHave(await readSeriesSet(company), params.uuid, 'Document series'),
    present: presentSeries,
  },
  ({ companyId, params, loaded, commit }) => setDefaultSeries(companyId, loaded, params.uuid, commit),
);
