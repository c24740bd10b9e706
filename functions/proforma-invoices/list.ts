import { readSeries } from '#shared/records/catalogue/series/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { pageOf } from '#shared/platform/lambda/endpoint/request.ts';
import { readListed } from '#shared/documents/lists/converted.ts';
import { beginList, finishList } from '#shared/documents/lists/list.ts';
import type { Proforma } from '#shared/model/convertible/proforma.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { PROFORMA_LIST, proformaListQuery } from '#shared/documents/proformas/list.ts';
import { presentProformaRow } from '#shared/documents/proformas/present.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/proforma-invoices',
    summary: 'List the proformas of the company',
    auth: 'company',
    permission: 'invoice.view',
    query: proformaListQuery,
    responses: { 200: () => import('#shared/documents/proformas/schema.ts').then(schema => schema.proformaPageSchema) },
    errors: [422],
    uses: ['documents:read', 'unhurried-queue:send'],
    read: ({ company, query }) => Promise.all([beginList(PROFORMA_LIST, company, query), readSeries(company)]),
  },
  async ({ companyId, loaded: [begun, series], query }) => {
    const { rows, total } = await finishList(PROFORMA_LIST, companyId, query, begun);
    const listed = await readListed<Proforma>(KINDS.proforma, companyId, rows);
    return pageOf(
      listed.map(({ document, invoice }) => presentProformaRow(document, invoice, series)),
      total,
      query,
    );
  },
);
