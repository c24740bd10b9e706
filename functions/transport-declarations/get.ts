import { presentDeclaration } from '#shared/documents/delivery-notes/transport/present.ts';
import { readRecord } from '#shared/documents/delivery-notes/transport/record.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/transport-declarations/{uuid}',
    summary: 'Get a transport declaration, with every message about it',
    auth: 'company',
    permission: 'invoice.view',
    responses: {
      200: () => import('#shared/documents/delivery-notes/transport/schema.ts').then(schema => schema.declarationSchema),
    },
    errors: [404],
    read: async ({ company, params }) => found(await readRecord(company, params.uuid), 'Transport declaration').data,
  },
  ({ loaded }) => presentDeclaration(loaded),
);
