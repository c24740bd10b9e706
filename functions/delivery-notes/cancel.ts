import { nextNumberOf, readSeries } from '#shared/records/catalogue/series/store.ts';
import { cancellationBody } from '#shared/documents/common/convertible/input.ts';
import { documentKey } from '#shared/documents/common/items.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { cancelDeliveryNote } from '#shared/documents/delivery-notes/cancel.ts';
import { presentDeliveryNote } from '#shared/documents/delivery-notes/present.ts';
import { readDeliveryNoteDetail } from '#shared/documents/delivery-notes/detail.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/delivery-notes/{uuid}/cancel',
    summary: 'Cancel a delivery note',
    auth: 'company',
    permission: 'invoice.cancel',
    body: cancellationBody,
    responses: { 200: () => import('#shared/documents/delivery-notes/schema.ts').then(schema => schema.deliveryNoteSchema) },
    errors: [404, 409, 422],
    changes: ({ company, params }) => documentKey(KINDS.delivery_note, company, params.uuid),
    read: async ({ company, params }) => {
      const [stored, series] = await Promise.all([readDeliveryNoteDetail(company, params.uuid), readSeries(company)]);
      return { ...stored, nextNumber: nextNumberOf(stored.document, series) };
    },
    present: presentDeliveryNote,
  },
  ({ body, actor, loaded, commit }) => cancelDeliveryNote(loaded, body, actor, commit),
);
