import { seriesChangeBody } from '#shared/records/catalogue/series/input.ts';
import { updateSeries } from '#shared/records/catalogue/series/update.ts';
import { presentSeries } from '#shared/records/catalogue/series/present.ts';
import { readSeriesSet } from '#shared/records/catalogue/series/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { mustHave } from '#shared/platform/store/record-set.ts';

export const handler = defineEndpoint(
  {
    method: 'PATCH',
    path: '/api/v1/document-series/{uuid}',
    summary: 'Change a document series',
    auth: 'company',
    permission: 'series.manage',
    body: seriesChangeBody,
    responses: { 200: () => import('#shared/records/catalogue/series/schema.ts').then(schema => schema.seriesSchema) },
    errors: [404, 422],
    read: async ({ company, params }) => mustHave(await readSeriesSet(company), params.uuid, 'Document series'),
    present: presentSeries,
  },
  ({ companyId, actor, params, loaded, body, commit }) => updateSeries(companyId, loaded, params.uuid, body, actor, commit),
);
