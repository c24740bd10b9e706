import { queueFollowUp, readDeclared } from '#shared/documents/delivery-notes/transport/follow-up.ts';
import { presentDeclaration } from '#shared/documents/delivery-notes/transport/present.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/delivery-notes/{uuid}/etransport/correct',
    summary: 'Correct an accepted transport declaration',
    auth: 'company',
    permission: 'efactura.submit',
    body: () => import('#shared/documents/delivery-notes/transport/input.ts').then(input => input.correctionBody),
    responses: {
      200: () => import('#shared/documents/delivery-notes/transport/schema.ts').then(schema => schema.declarationSchema),
    },
    errors: [404, 422],
    read: ({ company, params, body }) => readDeclared(company, params.uuid, body?.declarationId),
    present: presentDeclaration,
  },
  ({ actor, body: { declarationId, ...change }, params, loaded, commit }) =>
    queueFollowUp(
      loaded,
      { kind: 'correction', note: params.uuid, change },
      { by: actor, declarationId: declarationId ?? undefined },
      commit,
    ),
);
