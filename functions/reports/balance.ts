import { presentBalance } from '#shared/documents/reports/ledger/present.ts';
import { balanceQuery } from '#shared/documents/reports/ledger/query.ts';
import { balanceFile, readAgeing } from '#shared/documents/reports/ledger/report.ts';
import { download } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/reports/balance',
    summary: 'List what is open at a day, by client or supplier and age',
    auth: 'company',
    permission: 'report.view',
    query: balanceQuery(),
    responses: {
      200: () => import('#shared/documents/reports/ledger/schema.ts').then(schema => schema.balanceSchema),
      302: null,
    },
    produces: 'text/csv',
    errors: [422],
    uses: ['documents:read', 'documents:write'],
    read: ({ company, query }) => readAgeing(company, query),
  },
  async ({ companyId, query, loaded }) =>
    query.format === 'json' ? presentBalance(loaded, query) : download(await balanceFile(companyId, loaded, query)),
);
