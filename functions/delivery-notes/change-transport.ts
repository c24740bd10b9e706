import { readSeries } from '#shared/records/catalogue/series/store.ts';
import { presentDeliveryNote } from '#shared/documents/delivery-notes/present.ts';
import { readDeliveryNote } from '#shared/documents/delivery-notes/read.ts';
import { DELIVERY_NOTE_STATES } from '#shared/documents/delivery-notes/states.ts';
import { changeTransport } from '#shared/documents/delivery-notes/transport/change.ts';
import { permitted } from '#shared/documents/common/states.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'PATCH',
    path: '/api/v1/delivery-notes/{uuid}/etransport',
    summary: 'Change the transport data (e-Transport) of an issued delivery note',
    auth: 'company',
    permission: 'invoice.edit',
    body: () => import('#shared/documents/delivery-notes/input.ts').then(input => input.transportBody),
    responses: { 200: () => import('#shared/documents/delivery-notes/schema.ts').then(schema => schema.deliveryNoteSchema) },
    errors: [404, 409, 422],
    read: async ({ company, params }) => {
      const [stored, series] = await Promise.all([readDeliveryNote(company, params.uuid), readSeries(company)]);
      const loaded = found(stored, 'Delivery note');
      permitted(DELIVERY_NOTE_STATES, 'change the transport of', loaded.document);
      return { loaded, series };
    },
    present: presentDeliveryNote,
  },
  ({ actor, body, loaded: { loaded, series }, commit }) => changeTransport(loaded, body, { by: actor, series, commit }),
);
