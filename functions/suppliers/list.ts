import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { listSuppliers, supplierQuery } from '#shared/records/parties/suppliers/list.ts';
import { presentSupplierPage } from '#shared/records/parties/suppliers/present.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/suppliers',
    summary: 'List the suppliers of the company, grouped by the first letter of their name',
    auth: 'company',
    permission: 'client.view',
    query: supplierQuery,
    responses: { 200: () => import('#shared/records/parties/suppliers/schema.ts').then(schema => schema.supplierPageSchema) },
    read: ({ company, query }) => listSuppliers(company, query),
    present: presentSupplierPage,
  },
  ({ loaded, query: { page, limit } }) => ({ ...loaded, page, limit }),
);
