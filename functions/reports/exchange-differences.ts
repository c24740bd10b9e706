import { differencesFile } from '#shared/documents/reports/exchange-differences/csv.ts';
import { presentDifferences } from '#shared/documents/reports/exchange-differences/present.ts';
import { readDifferences } from '#shared/documents/reports/exchange-differences/read.ts';
import { differencesQuery } from '#shared/documents/reports/exchange-differences/query.ts';
import { download } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/reports/exchange-differences',
    summary: 'List the exchange differences of a month',
    auth: 'company',
    permission: 'report.view',
    query: differencesQuery(),
    responses: {
      200: () => import('#shared/documents/reports/exchange-differences/schema.ts').then(schema => schema.differencesSchema),
      302: null,
    },
    produces: 'text/csv',
    errors: [422],
    uses: ['documents:read', 'documents:write'],
    read: ({ company, query }) => readDifferences(company, query.period),
  },
  async ({ companyId, query, loaded }) =>
    query.format === 'json' ? presentDifferences(loaded, query) : download(await differencesFile(companyId, loaded, query)),
);
