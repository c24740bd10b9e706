import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { withoutCash } from '#shared/documents/payments/cash/day.ts';
import { findPayment, removePayment } from '#shared/documents/payments/record.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { found } from '#shared/base/kernel/errors.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/invoices/{uuid}/payments/{paymentId}',
    summary: 'Remove a payment of an invoice',
    auth: 'company',
    permission: 'payment.delete',
    responses: { 204: null },
    errors: [404, 409, 422],
    read: async ({ company, params }) => {
      // The same 404 for a missing invoice and a missing payment does not reveal which of them is missing.
      const stored = found(await readInvoice(company, params.uuid), 'Payment');
      findPayment(stored.payments, params.paymentId);
      return stored;
    },
  },
  ({ company, actor, params: { paymentId }, loaded, commit }) =>
    removePayment(INVOICES, { company, loaded, paymentId, by: actor, commit: withoutCash(loaded, paymentId, commit) }),
);
