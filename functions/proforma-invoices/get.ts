import { nextNumberOf, readSeries } from '#shared/records/catalogue/series/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentProforma } from '#shared/documents/proformas/present.ts';
import { readProformaDetail } from '#shared/documents/proformas/read.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/proforma-invoices/{uuid}',
    summary: 'Get a proforma with its lines and timeline',
    auth: 'company',
    permission: 'invoice.view',
    responses: { 200: () => import('#shared/documents/proformas/schema.ts').then(schema => schema.proformaSchema) },
    errors: [404],
    read: ({ company, params }) => Promise.all([readProformaDetail(company, params.uuid), readSeries(company)]),
    version: ({ loaded: [stored] }) => stored.document.version,
  },
  ({ loaded: [stored, series] }) => presentProforma({ ...stored, nextNumber: nextNumberOf(stored.document, series) }),
);
