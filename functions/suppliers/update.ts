import { found } from '#shared/base/kernel/errors.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { supplierChangeBody } from '#shared/records/parties/suppliers/input.ts';
import { presentSupplier } from '#shared/records/parties/suppliers/present.ts';
import { supplierKey, readSupplier } from '#shared/records/parties/suppliers/store.ts';
import { updateSupplier } from '#shared/records/parties/suppliers/update.ts';

export const handler = defineEndpoint(
  {
    method: 'PATCH',
    path: '/api/v1/suppliers/{uuid}',
    summary: 'Change a supplier; fields taken from received invoices cannot be changed',
    auth: 'company',
    permission: 'client.edit',
    body: supplierChangeBody,
    responses: { 200: () => import('#shared/records/parties/suppliers/schema.ts').then(schema => schema.supplierSchema) },
    errors: [404, 409, 422],
    changes: ({ company, params }) => supplierKey(company, params.uuid),
    read: async ({ company, params }) => found(await readSupplier(company, params.uuid), 'Supplier'),
    present: presentSupplier,
  },
  ({ companyId, loaded, body, commit }) => updateSupplier(companyId, loaded, body, commit),
);
