import { cancellable, cancelReceipt } from '#shared/documents/receipts/cancel.ts';
import { cancellationBody } from '#shared/documents/receipts/input.ts';
import { presentReceipt } from '#shared/documents/receipts/present.ts';
import { readReceipt } from '#shared/documents/receipts/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/receipts/{uuid}/cancel',
    summary: 'Cancel a receipt, with its payments',
    auth: 'company',
    permission: 'payment.delete',
    body: cancellationBody,
    responses: { 200: () => import('#shared/documents/receipts/schema.ts').then(schema => schema.receiptSchema) },
    errors: [404, 409, 422],
    read: async ({ company, params }) => cancellable(await readReceipt(company, params.uuid)),
    present: presentReceipt,
  },
  ({ company, actor, body, loaded, commit }) => cancelReceipt({ company, loaded, reason: body.reason, by: actor, commit }),
);
