import { readSeries } from '#shared/records/catalogue/series/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { pageOf } from '#shared/platform/lambda/endpoint/request.ts';
import { rowByKey } from '#shared/documents/invoices/list/by-idempotency-key.ts';
import { INVOICE_LIST } from '#shared/documents/invoices/list/definition.ts';
import { listQuery } from '#shared/documents/invoices/list/query.ts';
import { beginList, finishList } from '#shared/documents/lists/list.ts';
import { presentCreditNoteRow } from '#shared/documents/credit-notes/present.ts';
import { presentRow } from '#shared/documents/invoices/present/row.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invoices',
    summary: 'List the invoices of the company',
    auth: 'company',
    permission: 'invoice.view',
    query: listQuery(),
    responses: { 200: () => import('#shared/documents/invoices/present/schema.ts').then(schema => schema.listSchema) },
    errors: [422],
    uses: ['documents:read', 'unhurried-queue:send'],
    read: ({ company, query }) =>
      Promise.all([
        beginList(INVOICE_LIST, company, query, rowByKey(company, query)),
        query.isCreditNote ? readSeries(company) : [],
      ]),
  },
  async ({ companyId, loaded: [begun, series], query }) => {
    const { rows, total, totals } = await finishList(INVOICE_LIST, companyId, query, begun);
    const shown = query.isCreditNote ? rows.map(row => presentCreditNoteRow(row, series)) : rows.map(presentRow);
    return {
      ...pageOf<object>(shown, total, query),
      ...(totals && { totals }),
    };
  },
);
