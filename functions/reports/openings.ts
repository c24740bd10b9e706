import { openingsQuery } from '#shared/documents/reports/ledger/opening-input.ts';
import { readOpenings } from '#shared/documents/reports/ledger/openings.ts';
import { presentOpenings } from '#shared/documents/reports/ledger/present.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/reports/opening-balances',
    summary: 'List the opening balances of clients and suppliers',
    auth: 'company',
    permission: 'report.view',
    query: openingsQuery(),
    responses: { 200: () => import('#shared/documents/reports/ledger/schema.ts').then(schema => schema.openingsSchema) },
    errors: [422],
    read: ({ company, query }) => readOpenings(company, query.role),
  },
  ({ query, loaded }) => presentOpenings(loaded, query),
);
