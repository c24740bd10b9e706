import { declareTogether } from '#shared/documents/delivery-notes/transport/declare-together.ts';
import { presentDeclaration } from '#shared/documents/delivery-notes/transport/present.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/transport-declarations',
    summary: 'Declare one transport of several delivery notes, or of a part of one',
    auth: 'company',
    permission: 'efactura.submit',
    body: () => import('#shared/documents/delivery-notes/transport/input.ts').then(input => input.transportDeclarationBody),
    responses: {
      201: () => import('#shared/documents/delivery-notes/transport/schema.ts').then(schema => schema.declarationSchema),
    },
    errors: [404, 422],
    present: presentDeclaration,
  },
  ({ actor, body, company, commit }) => declareTogether(body, { company, by: actor, commit }),
);
