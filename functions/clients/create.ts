import { defineEndpoint } from '../../shared/http/define-endpoint.ts';
import { createClient } from '../../shared/parties/client-create.ts';
import { newClientBody } from '../../shared/parties/client-input.ts';
import { creationResponses, presentCreation } from '../../shared/parties/client-present.ts';
import { findClientByCui } from '../../shared/parties/client.ts';

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
