import { readSeries } from '#shared/records/catalogue/series/store.ts';
import { presentDeliveryNote } from '#shared/documents/delivery-notes/present.ts';
import { readDeliveryNote } from '#shared/documents/delivery-notes/read.ts';
import { submitTransport } from '#shared/documents/delivery-notes/transport/submit.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/delivery-notes/{uuid}/submit-etransport',
    summary: 'Declare the transport of an issued delivery note to the tax authority',
    auth: 'company',
    permission: 'efactura.submit',
    responses: { 200: () => import('#shared/documents/delivery-notes/schema.ts').then(schema => schema.deliveryNoteSchema) },
    errors: [404, 422],
    read: async ({ company, params }) => {
      const [stored, series] = await Promise.all([readDeliveryNote(company, params.uuid), readSeries(company)]);
      return { loaded: found(stored, 'Delivery note'), series };
    },
    present: presentDeliveryNote,
  },
  ({ actor, loaded: { loaded, series }, commit }) => submitTransport(loaded, { by: actor, series, commit }),
);
