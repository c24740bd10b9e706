import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { invalidPayment, paymentBody } from '#shared/payments/input.ts';
import { withCash } from '#shared/payments/cash/day.ts';
import { presentRecorded } from '#shared/payments/present.ts';
import { recordPayment } from '#shared/payments/record.ts';
import { INVOICES } from '#shared/invoices/store.ts';
import { readInvoice } from '#shared/invoices/read.ts';
import { found } from '#shared/kernel/errors.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/payments',
    summary: 'Record a payment of an invoice',
    auth: 'company',
    permission: 'payment.create',
    body: paymentBody,
    invalidBody: invalidPayment,
    responses: { 201: () => import('#shared/payments/schema.ts').then(schema => schema.recordedSchema) },
    errors: [404, 422],
    read: async ({ company, params }) => found(await readInvoice(company, params.uuid), 'Invoice'),
    present: presentRecorded,
  },
  ({ actor, body, loaded, commit }) => recordPayment(INVOICES, { loaded, body, by: actor, commit: withCash(commit) }),
);
