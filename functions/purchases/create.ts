import { createPurchase } from '#shared/documents/purchases/create.ts';
import { presentPurchase } from '#shared/documents/purchases/present.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

const body = () => import('#shared/documents/purchases/input.ts').then(input => input.purchaseBody);

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/purchases',
    summary: 'Enter a purchase that does not come from the tax authority',
    auth: 'company',
    permission: 'invoice.create',
    body,
    responses: { 201: () => import('#shared/documents/invoices/present/schema.ts').then(schema => schema.invoiceSchema) },
    errors: [404, 409, 422],
    present: presentPurchase(body),
  },
  ({ company, actor, body, commit }) => createPurchase({ company, body, by: actor }, commit),
);
