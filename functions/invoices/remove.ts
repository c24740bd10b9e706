import { documentKey } from '#shared/documents/common/items.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { deleteInvoice } from '#shared/documents/invoices/remove.ts';
import { readFor } from '#shared/documents/invoices/validation/rules-read.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/invoices/{uuid}',
    summary: 'Remove a draft',
    auth: 'company',
    permission: 'invoice.delete',
    responses: { 204: null },
    errors: [404, 409],
    changes: ({ company, params }) => documentKey(KINDS.invoice, company, params.uuid),
    read: ({ company, params }) => readFor('delete', company, params.uuid),
  },
  ({ loaded, commit }) => deleteInvoice(loaded, commit),
);
