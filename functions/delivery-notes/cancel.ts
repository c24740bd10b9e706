import { nextNumberOf, readSeries } from '#shared/catalogue/series/store.ts';
import { cancellationBody } from '#shared/documents/convertible/input.ts';
import { documentKey } from '#shared/documents/items.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { cancelDeliveryNote } from '#shared/delivery-notes/cancel.ts';
import { presentDeliveryNote } from '#shared/delivery-notes/present.ts';
import { readDeliveryNoteDetail } from '#shared/delivery-notes/detail.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/delivery-notes/{uuid}/cancel',
    summary: 'Cancel a delivery note',
    auth: 'company',
    permission: 'invoice.cancel',
    body: cancellationBody,
    responses: { 200: () => import('#shared/delivery-notes/schema.ts').then(schema => schema.deliveryNoteSchema) },
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
