import { defineEndpoint } from '../../shared/http/define-endpoint.ts';
import { pageOf } from '../../shared/http/request.ts';
import { listInvoices } from '../../shared/invoices/list.ts';
import { listQuery } from '../../shared/invoices/list-query.ts';
import { listSchema, presentRow } from '../../shared/invoices/present-row.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invoices',
    summary: 'Invoices of the company, paged',
    auth: 'company',
    permission: 'invoice.view',
    query: listQuery,
    responses: { 200: listSchema },
    errors: [422],
    uses: ['table:read'],
    read: ({ company, query }) => listInvoices(company, query),
  },
  ({ loaded: { rows, total, totals }, query }) => ({ ...pageOf(rows.map(presentRow), total, query), ...(totals && { totals }) }),
);
