import { queueFollowUp, readDeclared } from '#shared/documents/delivery-notes/transport/follow-up.ts';
import { presentDeclaration } from '#shared/documents/delivery-notes/transport/present.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/delivery-notes/{uuid}/etransport/delete',
    summary: 'Delete an accepted transport declaration at the tax authority',
    auth: 'company',
    permission: 'efactura.submit',
    body: () => import('#shared/documents/delivery-notes/transport/input.ts').then(input => input.deletionBody),
    responses: {
      200: () => import('#shared/documents/delivery-notes/transport/schema.ts').then(schema => schema.declarationSchema),
    },
    errors: [404, 422],
    read: ({ company, params, body }) => readDeclared(company, params.uuid, body?.declarationId),
    present: presentDeclaration,
  },
  ({ actor, body: { declarationId }, loaded, commit }) =>
    queueFollowUp(loaded, { kind: 'deletion' }, { by: actor, declarationId: declarationId ?? undefined }, commit),
);
