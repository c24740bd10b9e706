import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { latestFirst, presentPayment } from '#shared/documents/payments/present.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { found } from '#shared/base/kernel/errors.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/invoices/{uuid}/payments',
    summary: 'List the payments of an invoice, latest first',
    auth: 'company',
    permission: 'payment.view',
    responses: { 200: () => import('#shared/documents/payments/schema.ts').then(schema => schema.paymentSchema.array()) },
    errors: [404],
    read: async ({ company, params }) => found(await readInvoice(company, params.uuid), 'Invoice').payments,
  },
  ({ loaded }) => loaded.toSorted(latestFirst).map(presentPayment),
);
