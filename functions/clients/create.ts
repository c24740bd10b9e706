import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { type CreatedClient, createClient } from '#shared/records/parties/clients/create.ts';
import { newClientBody } from '#shared/records/parties/clients/input.ts';
import { presentCreation } from '#shared/records/parties/clients/present.ts';
import { findClientByCui } from '#shared/records/parties/clients/store.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/clients',
    summary: 'Add a client, or get the existing one with the same tax number',
    auth: 'company',
    permission: 'client.create',
    body: newClientBody,
    responses: {
      200: () => import('#shared/records/parties/clients/schema.ts').then(schema => schema.existingSchema),
      201: () => import('#shared/records/parties/clients/schema.ts').then(schema => schema.createdSchema),
    },
    read: async ({ company, body }) => (body?.cui ? findClientByCui(company, body.cui) : undefined),
    present: (result: CreatedClient) => answer(result.existing ? 200 : 201, presentCreation(result)),
  },
  ({ companyId, loaded, body, commit }) => createClient(companyId, loaded, body, commit),
);
