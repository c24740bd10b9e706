import * as z from 'zod';
import { presentSeries } from '#shared/records/catalogue/series/present.ts';
import { readSeries, type Series } from '#shared/records/catalogue/series/store.ts';
import { SERIES_TYPES } from '#shared/model/kinds.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { flag } from '#shared/platform/lambda/endpoint/request.ts';

const byTypeAndPrefix = (a: Series, b: Series): number =>
  a.type === b.type ? a.prefix.localeCompare(b.prefix, 'ro') : a.type < b.type ? -1 : 1;

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/document-series',
    summary: 'List the document series of the company, by type and prefix',
    auth: 'company',
    permission: 'series.view',
    query: z.object({ type: z.enum(SERIES_TYPES).optional(), active: flag().optional() }),
    responses: { 200: () => import('#shared/records/catalogue/series/schema.ts').then(schema => schema.seriesSchema.array()) },
    errors: [422],
    read: ({ company }) => readSeries(company),
    present: (all: Series[]) => all.map(presentSeries),
  },
  ({ loaded, query: { type, active } }) =>
    loaded
      .filter(one => (type === undefined || one.type === type) && (active === undefined || one.active === active))
      .sort(byTypeAndPrefix),
);
