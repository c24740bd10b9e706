import { convertQuery } from '../../shared/exchange-rates/input.ts';
import { showConversion } from '../../shared/exchange-rates/show.ts';
import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/exchange-rates/convert',
    summary: 'An amount in another currency, at the rates of the national bank on a day, by default today',
    auth: 'user',
    query: convertQuery,
    responses: { 200: () => import('../../shared/exchange-rates/schema.ts').then(schema => schema.conversionSchema) },
    errors: [422, 503],
    uses: ['table:read'],
  },
  ({ query }) => showConversion(query),
);
