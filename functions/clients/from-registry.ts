import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import { createClientFromRegistry } from '../../shared/parties/clients/create.ts';
import { fromRegistryBody } from '../../shared/parties/clients/input.ts';
import { creationResponses, presentCreation } from '../../shared/parties/clients/present.ts';
import { findClientByCui } from '../../shared/parties/clients/store.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/clients/from-registry',
    summary: 'Add a client by its tax number, with the data of the company register',
    auth: 'company',
    permission: 'client.create',
    body: fromRegistryBody,
    responses: creationResponses,
    uses: ['table:read', 'table:write'],
    read: async ({ company, body }) => (body ? findClientByCui(company, body.cui) : undefined),
    present: presentCreation,
  },
  ({ companyId, loaded, body, commit }) => createClientFromRegistry(companyId, loaded, body, commit),
);
