import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { invalidPayment, paymentBody } from '#shared/documents/payments/input.ts';
import { withCash } from '#shared/documents/payments/cash/day.ts';
import { presentRecorded } from '#shared/documents/payments/present.ts';
import { recordPayment } from '#shared/documents/payments/record.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { found } from '#shared/base/kernel/errors.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/payments',
    summary: 'Record a payment of an invoice',
    auth: 'company',
    permission: 'payment.create',
    body: paymentBody,
    invalidBody: invalidPayment,
    responses: { 201: () => import('#shared/documents/payments/schema.ts').then(schema => schema.recordedSchema) },
    errors: [404, 422],
    read: async ({ company, params }) => found(await readInvoice(company, params.uuid), 'Invoice'),
    present: presentRecorded,
  },
  ({ company, actor, body, loaded, commit }) =>
    recordPayment(INVOICES, { company, loaded, body, by: actor, commit: withCash(commit) }),
);
