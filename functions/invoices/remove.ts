import { documentKey } from '#shared/documents/common/items.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { deleteInvoice } from '#shared/documents/invoices/remove.ts';
import { readForRemoval, removeImported } from '#shared/documents/imports/documents/remove.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/invoices/{uuid}',
    summary: 'Remove a draft, or an imported invoice',
    auth: 'company',
    permission: 'invoice.delete',
    responses: { 204: null },
    errors: [404, 409, 422],
    changes: ({ company, params }) => documentKey(KINDS.invoice, company, params.uuid),
    read: ({ company, params }) => readForRemoval(company, params.uuid),
  },
  ({ actor, company, loaded, commit }) =>
    loaded.document.imported ? removeImported(company, loaded, actor, commit) : deleteInvoice(loaded, personOf(actor), commit),
);
