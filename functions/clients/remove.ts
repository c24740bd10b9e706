import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { clientKey, clients, readClient } from '#shared/records/parties/clients/store.ts';
import { removeListed } from '#shared/platform/store/listed.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/clients/{uuid}',
    summary: 'Remove a client; documents keep its data',
    auth: 'company',
    permission: 'client.delete',
    responses: { 204: null },
    errors: [404],
    changes: ({ company, params }) => clientKey(company, params.uuid),
    read: async ({ company, params }) => found(await readClient(company, params.uuid), 'Client'),
  },
  ({ companyId, loaded, commit }) => removeListed(clients, companyId, loaded, commit),
);
