import { presentLedger } from '#shared/documents/reports/ledger/present.ts';
import { ledgerQuery } from '#shared/documents/reports/ledger/query.ts';
import { ledgerFile, readPeriod } from '#shared/documents/reports/ledger/report.ts';
import { download } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/reports/ledger',
    summary: 'List the accounts of clients or suppliers, or the movements of one',
    auth: 'company',
    permission: 'report.view',
    query: ledgerQuery(),
    responses: { 200: () => import('#shared/documents/reports/ledger/schema.ts').then(schema => schema.ledgerSchema), 302: null },
    produces: 'text/csv',
    errors: [422],
    uses: ['documents:read', 'documents:write'],
    read: ({ company, query }) => readPeriod(company, query),
  },
  async ({ companyId, query, loaded }) =>
    query.format === 'json' ? presentLedger(loaded, query) : download(await ledgerFile(companyId, loaded, query)),
);
