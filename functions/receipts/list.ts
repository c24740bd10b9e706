import { receiptsQuery } from '#shared/documents/receipts/input.ts';
import { presentReceipts } from '#shared/documents/receipts/present.ts';
import { readReceipts } from '#shared/documents/receipts/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/receipts',
    summary: 'List receipts and cash payments, latest first',
    auth: 'company',
    permission: 'payment.view',
    query: receiptsQuery(),
    responses: { 200: () => import('#shared/documents/receipts/schema.ts').then(schema => schema.receiptsSchema) },
    errors: [422],
    read: ({ company, query: { from, to } }) => readReceipts(company, from, to),
  },
  ({ query, loaded }) => presentReceipts(loaded, query),
);
