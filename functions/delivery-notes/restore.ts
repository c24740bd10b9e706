import { readSeries } from '#shared/records/catalogue/series/store.ts';
import { presentDeliveryNote } from '#shared/documents/delivery-notes/present.ts';
import { readDeliveryNote } from '#shared/documents/delivery-notes/read.ts';
import { restoreDeliveryNote } from '#shared/documents/delivery-notes/restore.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { documentKey } from '#shared/documents/common/items.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/delivery-notes/{uuid}/restore',
    summary: 'Make a cancelled delivery note a draft again',
    auth: 'company',
    permission: 'invoice.edit',
    responses: { 200: () => import('#shared/documents/delivery-notes/schema.ts').then(schema => schema.deliveryNoteSchema) },
    errors: [404, 409, 422],
    changes: ({ company, params }) => documentKey(KINDS.delivery_note, company, params.uuid),
    read: async ({ company, params }) => {
      const [stored, series] = await Promise.all([readDeliveryNote(company, params.uuid), readSeries(company)]);
      return { loaded: found(stored, 'Delivery note'), series };
    },
    present: presentDeliveryNote,
  },
  ({ actor, loaded: { loaded, series }, commit }) => restoreDeliveryNote(loaded, series, actor, commit),
);
