import { convertibleContext } from '#shared/documents/common/convertible/context.ts';
import { readContext } from '#shared/documents/common/drafting-context.ts';
import { permitted } from '#shared/documents/common/states.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { documentKey } from '#shared/documents/common/items.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { presentDeliveryNote } from '#shared/documents/delivery-notes/present.ts';
import { readDeliveryNote } from '#shared/documents/delivery-notes/read.ts';
import { DELIVERY_NOTE_STATES } from '#shared/documents/delivery-notes/states.ts';
import { updateDeliveryNote } from '#shared/documents/delivery-notes/update.ts';

export const handler = defineEndpoint(
  {
    method: 'PUT',
    path: '/api/v1/delivery-notes/{uuid}',
    summary: 'Replace the contents of a draft delivery note',
    auth: 'company',
    permission: 'invoice.edit',
    body: () => import('#shared/documents/delivery-notes/input.ts').then(input => input.deliveryNoteBody),
    responses: { 200: () => import('#shared/documents/delivery-notes/schema.ts').then(schema => schema.deliveryNoteSchema) },
    errors: [404, 409, 422],
    changes: ({ company, params }) => documentKey(KINDS.delivery_note, company, params.uuid),
    read: async ({ company, params, body }) => {
      const [stored, context] = await Promise.all([readDeliveryNote(company, params.uuid), readContext(company, body)]);
      const loaded = found(stored, 'Delivery note');
      permitted(DELIVERY_NOTE_STATES, 'update', loaded.document);
      return { loaded, context };
    },
    present: presentDeliveryNote,
  },
  async ({ company, actor, body, loaded: { loaded, context }, commit }) =>
    updateDeliveryNote(loaded, body, await convertibleContext(context, company, body), actor, commit),
);
