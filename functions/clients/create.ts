import { defineEndpoint } from '../../shared/lambda/endpoint/define-endpoint.ts';
import { createClient } from '../../shared/parties/clients/create.ts';
import { newClientBody } from '../../shared/parties/clients/input.ts';
import { creationResponses, presentCreation } from '../../shared/parties/clients/present.ts';
import { findClientByCui } from '../../shared/parties/clients/store.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/clients',
    summary: 'Add a client, or get the one that has the tax number already',
    auth: 'company',
    permission: 'client.create',
    body: newClientBody,
    responses: creationResponses,
    uses: ['table:read', 'table:write'],
    read: async ({ company, body }) => (body?.cui ? findClientByCui(company, body.cui) : undefined),
    present: presentCreation,
  },
  ({ companyId, loaded, body, commit }) => createClient(companyId, loaded, body, commit),
);
