import { found } from '#shared/base/kernel/errors.ts';
import { documentKey } from '#shared/documents/common/items.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { readProforma } from '#shared/documents/proformas/read.ts';
import { deleteProforma } from '#shared/documents/proformas/remove.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/proforma-invoices/{uuid}',
    summary: 'Remove a draft proforma',
    auth: 'company',
    permission: 'invoice.delete',
    responses: { 204: null },
    errors: [404, 409],
    changes: ({ company, params }) => documentKey(KINDS.proforma, company, params.uuid),
    read: async ({ company, params }) => found(await readProforma(company, params.uuid), 'Proforma'),
  },
  ({ loaded, commit }) => deleteProforma(loaded, commit),
);
