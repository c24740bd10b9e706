import { readSeries } from '../../shared/catalogue/series.ts';
import { defineEndpoint } from '../../shared/http/define-endpoint.ts';
import { invoiceSchema, presentInvoice } from '../../shared/invoices/present.ts';
import { readInvoice } from '../../shared/invoices/repository.ts';
import { notFound } from '../../shared/kernel/errors.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invoices/{uuid}',
    summary: 'One invoice with lines, payments, timeline and files',
    auth: 'company',
    permission: 'invoice.view',
    responses: { 200: invoiceSchema },
    errors: [404],
    uses: ['table:read'],
    read: ({ company, params }) => Promise.all([readInvoice(company, params['uuid'] ?? ''), readSeries(company)]),
  },
  ({ loaded: [stored, series] }) => {
    if (!stored) throw notFound('Invoice');
    const own = series.find(one => one.id === stored.document.seriesId);
    return presentInvoice(stored, { nextNumber: own ? own.currentNumber + 1 : null });
  },
);
