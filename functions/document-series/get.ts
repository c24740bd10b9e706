import { presentSeries } from '#shared/records/catalogue/series/present.ts';
import { readSeriesById } from '#shared/records/catalogue/series/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { found } from '#shared/base/kernel/errors.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/document-series/{uuid}',
    summary: 'Get a document series',
    auth: 'company',
    permission: 'series.view',
    responses: { 200: () => import('#shared/records/catalogue/series/schema.ts').then(schema => schema.seriesSchema) },
    errors: [404],
    read: async ({ company, params }) => found(await readSeriesById(company, params.uuid), 'Document series'),
    present: presentSeries,
  },
  ({ loaded }) => loaded,
);
