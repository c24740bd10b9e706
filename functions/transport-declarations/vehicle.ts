import { queueFollowUp, readDeclared } from '#shared/documents/delivery-notes/transport/follow-up.ts';
import { vehicleChange } from '#shared/documents/delivery-notes/transport/messages.ts';
import { presentDeclaration } from '#shared/documents/delivery-notes/transport/present.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/delivery-notes/{uuid}/etransport/vehicle',
    summary: 'Declare a change of vehicle during a transport to the tax authority',
    auth: 'company',
    permission: 'efactura.submit',
    body: () => import('#shared/documents/delivery-notes/transport/input.ts').then(input => input.vehicleChangeBody),
    responses: {
      200: () => import('#shared/documents/delivery-notes/transport/schema.ts').then(schema => schema.declarationSchema),
    },
    errors: [404, 422],
    read: ({ company, params, body }) => readDeclared(company, params.uuid, body?.declarationId),
    present: presentDeclaration,
  },
  ({ actor, body, loaded, commit }) =>
    queueFollowUp(loaded, vehicleChange(body), { by: actor, declarationId: body.declarationId ?? undefined }, commit),
);
