import { readDeliveryNote } from '#shared/documents/delivery-notes/read.ts';
import { validateTransport } from '#shared/documents/delivery-notes/transport/declaration.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/delivery-notes/{uuid}/validate-etransport',
    summary: "Validate a delivery note's transport declaration against the tax authority's rules",
    auth: 'company',
    permission: 'invoice.view',
    responses: { 200: () => import('#shared/authority/etransport/schema.ts').then(schema => schema.transportValidationSchema) },
    errors: [404],
    table: 'read',
    read: ({ company, params }) => readDeliveryNote(company, params.uuid),
  },
  ({ loaded }) => validateTransport(found(loaded, 'Delivery note').document),
);
