import { ratesQuery } from '#shared/records/exchange-rates/input.ts';
import { showRates } from '#shared/records/exchange-rates/show.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/exchange-rates',
    summary: 'List the exchange rates of the national bank on a day, by default today',
    auth: 'user',
    query: ratesQuery,
    responses: { 200: () => import('#shared/records/exchange-rates/schema.ts').then(schema => schema.ratesSchema) },
    errors: [422, 503],
  },
  ({ query }) => showRates(query),
);
