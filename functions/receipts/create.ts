import { receiptBody } from '#shared/documents/receipts/input.ts';
import { issueReceipt, readIssueFacts } from '#shared/documents/receipts/issue.ts';
import { presentIssued } from '#shared/documents/receipts/present.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/receipts',
    summary: 'Issue a receipt for cash, or an order to pay cash',
    auth: 'company',
    permission: 'payment.create',
    body: receiptBody,
    responses: { 201: () => import('#shared/documents/receipts/schema.ts').then(schema => schema.receiptSchema) },
    errors: [404, 422],
    read: async ({ company, body }) => body && readIssueFacts(company, body),
    present: presentIssued,
  },
  ({ company, actor, body, loaded, commit }) => issueReceipt({ company, loaded, body, by: actor, commit }),
);
