import { documentKey } from '#shared/documents/common/items.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { presentPurchase } from '#shared/documents/purchases/present.ts';
import { changeablePurchase } from '#shared/documents/purchases/standing.ts';
import { updatePurchase } from '#shared/documents/purchases/update.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

const body = () => import('#shared/documents/purchases/input.ts').then(input => input.purchaseBody);

export const handler = defineEndpoint(
  {
    method: 'PUT',
    path: '/api/v1/purchases/{uuid}',
    summary: 'Replace a purchase that was entered by hand',
    auth: 'company',
    permission: 'invoice.edit',
    body,
    responses: { 200: () => import('#shared/documents/invoices/present/schema.ts').then(schema => schema.invoiceSchema) },
    errors: [404, 409, 422],
    changes: ({ company, params }) => documentKey(KINDS.invoice, company, params.uuid),
    read: async ({ company, params }) => changeablePurchase(await readInvoice(company, params.uuid)),
    present: presentPurchase(body),
  },
  ({ company, actor, body, loaded, commit }) => updatePurchase(loaded, { company, body, by: actor }, commit),
);
