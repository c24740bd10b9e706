import { defineEndpoint } from '../../shared/http/define-endpoint.ts';
import { invalidPayment, paymentBody } from '../../shared/invoices/payment-input.ts';
import { presentRecorded, recordedSchema } from '../../shared/invoices/payment-present.ts';
import { recordPayment } from '../../shared/invoices/payments.ts';
import { readInvoice } from '../../shared/invoices/repository.ts';
import { found } from '../../shared/kernel/errors.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/{uuid}/payments',
    summary: 'Record a payment of an invoice',
    auth: 'company',
    permission: 'payment.create',
    body: paymentBody,
    invalidBody: invalidPayment,
    responses: { 201: recordedSchema },
    errors: [404, 422],
    uses: ['table:read', 'table:write'],
    read: async ({ company, params }) => found(await readInvoice(company, params['uuid'] ?? ''), 'Invoice'),
    present: presentRecorded,
  },
  ({ actor, body, loaded, commit }) => recordPayment({ loaded, body, by: actor, commit }),
);
