import { found } from '#shared/base/kernel/errors.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { supplierKey, readSupplier, suppliers } from '#shared/records/parties/suppliers/store.ts';
import { removeListed } from '#shared/platform/store/listed.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/suppliers/{uuid}',
    summary: 'Remove a supplier; received documents keep its data',
    auth: 'company',
    permission: 'client.delete',
    responses: { 204: null },
    errors: [404],
    changes: ({ company, params }) => supplierKey(company, params.uuid),
    read: async ({ company, params }) => found(await readSupplier(company, params.uuid), 'Supplier'),
  },
  ({ companyId, loaded, commit }) => removeListed(suppliers, companyId, loaded, commit),
);
