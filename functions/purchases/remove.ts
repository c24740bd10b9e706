import { documentKey } from '#shared/documents/common/items.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { removePurchase } from '#shared/documents/purchases/remove.ts';
import { changeablePurchase } from '#shared/documents/purchases/standing.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/purchases/{uuid}',
    summary: 'Remove a purchase that was entered by hand',
    auth: 'company',
    permission: 'invoice.delete',
    responses: { 204: null },
    errors: [404, 409, 422],
    changes: ({ company, params }) => documentKey(KINDS.invoice, company, params.uuid),
    read: async ({ company, params }) => changeablePurchase(await readInvoice(company, params.uuid)),
  },
  ({ company, actor, loaded, commit }) => removePurchase(company, loaded, actor, commit),
);
