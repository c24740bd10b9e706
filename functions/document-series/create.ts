import { newSeriesBody } from '#shared/records/catalogue/series/input.ts';
import { createSeries } from '#shared/records/catalogue/series/create.ts';
import { presentSeries } from '#shared/records/catalogue/series/present.ts';
import { readSeriesSet } from '#shared/records/catalogue/series/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/document-series',
    summary: 'Add a document series',
    auth: 'company',
    permission: 'series.manage',
    body: newSeriesBody,
    responses: { 201: () => import('#shared/records/catalogue/series/schema.ts').then(schema => schema.seriesSchema) },
    errors: [422],
    read: ({ company }) => readSeriesSet(company),
    present: presentSeries,
  },
  ({ companyId, loaded, body, commit }) => createSeries(companyId, loaded, body, commit),
);
