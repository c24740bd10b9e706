import { found } from '#shared/base/kernel/errors.ts';
import { documentKey } from '#shared/documents/common/items.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { readDeliveryNote } from '#shared/documents/delivery-notes/read.ts';
import { deleteDeliveryNote } from '#shared/documents/delivery-notes/remove.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/delivery-notes/{uuid}',
    summary: 'Remove a draft delivery note',
    auth: 'company',
    permission: 'invoice.delete',
    responses: { 204: null },
    errors: [404, 409],
    changes: ({ company, params }) => documentKey(KINDS.delivery_note, company, params.uuid),
    read: async ({ company, params }) => found(await readDeliveryNote(company, params.uuid), 'Delivery note'),
  },
  ({ loaded, commit }) => deleteDeliveryNote(loaded, commit),
);
