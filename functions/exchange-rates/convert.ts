import { convertQuery } from '#shared/records/exchange-rates/input.ts';
import { showConversion } from '#shared/records/exchange-rates/show.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/exchange-rates/convert',
    summary: "Convert an amount to another currency, at the national bank's rates of a day, by default today",
    auth: 'user',
    query: convertQuery,
    responses: { 200: () => import('#shared/records/exchange-rates/schema.ts').then(schema => schema.conversionSchema) },
    errors: [422, 503],
  },
  ({ query }) => showConversion(query),
);
