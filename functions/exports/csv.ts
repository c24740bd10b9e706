import { download } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { exportTable } from '#shared/documents/invoices/export/export-table.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { readSnapshot } from '#shared/documents/lists/snapshot.ts';
import { filterQuery } from '#shared/documents/invoices/list/query.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invoices/export/csv',
    summary: 'Export invoices as CSV, with the filters of the list; a large file is returned as a redirect',
    auth: 'company',
    permission: 'export.data',
    query: filterQuery(),
    responses: { 200: null, 302: null },
    produces: 'text/csv',
    errors: [413, 422],
    uses: ['documents:read', 'documents:write'],
    read: ({ company }) => readSnapshot(KINDS.invoice, company),
  },
  async ({ companyId, query, loaded }) => {
    const { file, records } = await exportTable(companyId, query, loaded);
    return download(file, { 'x-total-records': String(records) });
  },
);
