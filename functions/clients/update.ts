import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { propagationOf } from '#shared/documents/invoices/client-changes/propagation.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { clientChangeBody } from '#shared/records/parties/clients/input.ts';
import { presentChange } from '#shared/records/parties/clients/present.ts';
import { updateClient } from '#shared/records/parties/clients/update.ts';
import { clientKey, readClient } from '#shared/records/parties/clients/store.ts';

export const handler = defineEndpoint(
  {
    method: 'PATCH',
    path: '/api/v1/clients/{uuid}',
    summary: 'Change a client',
    auth: 'company',
    permission: 'client.edit',
    body: clientChangeBody,
    responses: {
      200: () => import('#shared/records/parties/clients/schema.ts').then(({ changedSchema }) => changedSchema),
    },
    errors: [404, 409, 422],
    changes: ({ company, params }) => clientKey(company, params.uuid),
    read: async ({ company, params }) => found(await readClient(company, params.uuid), 'Client'),
    present: presentChange,
  },
  ({ companyId, actor, loaded, body, commit }) => updateClient(companyId, loaded, body, commit, propagationOf(companyId, actor)),
);
