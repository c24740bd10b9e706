import { readDeliveryNote } from '#shared/documents/delivery-notes/read.ts';
import { presentDeclarations } from '#shared/documents/delivery-notes/transport/present.ts';
import { readRecords } from '#shared/documents/delivery-notes/transport/record.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/delivery-notes/{uuid}/etransport/declarations',
    summary: 'List the transport declarations of a delivery note, with every message about them',
    auth: 'company',
    permission: 'invoice.view',
    responses: {
      200: () => import('#shared/documents/delivery-notes/transport/schema.ts').then(schema => schema.declarationsSchema),
    },
    errors: [404],
    read: async ({ company, params }) => {
      const { document } = found(await readDeliveryNote(company, params.uuid), 'Delivery note');
      const ids = [...(document.pastTransportRecords ?? []), ...(document.transportRecords ?? [])];
      return (await readRecords(company, ids.toReversed())).map(({ data }) => data);
    },
  },
  ({ loaded }) => presentDeclarations(loaded),
);
