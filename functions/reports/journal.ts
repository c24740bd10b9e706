import { journalQuery } from '#shared/documents/reports/query.ts';
import { journalFile, readJournal } from '#shared/documents/reports/journal.ts';
import { presentJournal } from '#shared/documents/reports/present.ts';
import { download } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/reports/journal',
    summary: 'List the sales or purchases of a month with their VAT, and its sums by operation and rate',
    auth: 'company',
    permission: 'report.view',
    query: journalQuery(),
    responses: { 200: () => import('#shared/documents/reports/schema.ts').then(schema => schema.journalSchema), 302: null },
    produces: 'text/csv',
    errors: [422],
    uses: ['documents:read', 'documents:write'],
    read: ({ company, query }) => readJournal(company, query.role, query.period),
  },
  async ({ companyId, query, loaded }) =>
    query.format === 'json' ? presentJournal(loaded, query, query.role) : download(await journalFile(companyId, loaded, query)),
);
