import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { PRICE_LIST } from '#shared/platform/access/price-list.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/plans',
    summary: 'List the plans, what each allows, and what it costs',
    auth: 'public',
    responses: { 200: () => import('#shared/platform/access/schema.ts').then(schema => schema.priceListSchema) },
    table: 'none',
  },
  () => Promise.resolve(answer(200, { plans: PRICE_LIST }, { 'cache-control': 'public, max-age=300' })),
);
