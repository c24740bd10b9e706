import { presentSales } from '#shared/documents/reports/sales/present.ts';
import { periodOf, salesQuery } from '#shared/documents/reports/sales/query.ts';
import { readSales } from '#shared/documents/reports/sales/read.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/reports/sales',
    summary: 'Show the sales of a period: totals, months, clients, products',
    auth: 'company',
    permission: 'report.view',
    query: salesQuery(),
    responses: { 200: () => import('#shared/documents/reports/sales/schema.ts').then(schema => schema.salesSchema) },
    errors: [400],
    uses: ['documents:read'],
    read: async ({ company, query }) => {
      const period = periodOf(query);
      return { period, read: await readSales(company, period) };
    },
  },
  ({ loaded: { period, read } }) => presentSales(read, period),
);
