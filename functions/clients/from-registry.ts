import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { type CreatedClient, createClientFromRegistry } from '#shared/records/parties/clients/create.ts';
import { fromRegistryBody } from '#shared/records/parties/clients/input.ts';
import { presentCreation } from '#shared/records/parties/clients/present.ts';
import { findClientByCui } from '#shared/records/parties/clients/store.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/clients/from-registry',
    summary: 'Add a client by its tax number, with the data of the company register',
    auth: 'company',
    permission: 'client.create',
    body: fromRegistryBody,
    responses: {
      200: () => import('#shared/records/parties/clients/schema.ts').then(schema => schema.existingSchema),
      201: () => import('#shared/records/parties/clients/schema.ts').then(schema => schema.createdSchema),
    },
    read: async ({ company, body }) => (body ? findClientByCui(company, body.cui) : undefined),
    present: (result: CreatedClient) => answer(result.existing ? 200 : 201, presentCreation(result)),
  },
  ({ companyId, loaded, body, commit }) => createClientFromRegistry(companyId, loaded, body, commit),
);
