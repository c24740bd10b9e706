import { defineEndpoint } from '../../shared/http/define-endpoint.ts';
import { pageOf } from '../../shared/http/request.ts';
import { beginList, finishList } from '../../shared/invoices/list.ts';
import { listQuery } from '../../shared/invoices/list-query.ts';
import { presentCreditNoteRow } from '../../shared/invoices/present-credit-note.ts';
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
    uses: ['table:read', 'documents:read', 'list-queue:send'],
    read: ({ company, query }) => beginList(company, query),
  },
  async ({ companyId, loaded, query }) => {
    const { rows, total, totals } = await finishList(companyId, query, loaded);
    return {
      ...pageOf<object>(query.isCreditNote ? rows.map(presentCreditNoteRow) : rows.map(presentRow), total, query),
      ...(totals && { totals }),
    };
  },
);
