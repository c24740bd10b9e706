import { presentSupplierView, recentInvoices } from '#shared/documents/client-history/supplier-history.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { readSupplierItem } from '#shared/records/parties/suppliers/store.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/suppliers/{uuid}',
    summary: 'Get a supplier with the latest invoices received from it',
    auth: 'company',
    permission: 'client.view',
    responses: {
      200: () => import('#shared/documents/client-history/supplier-schema.ts').then(schema => schema.supplierViewSchema),
    },
    errors: [404],
    read: async ({ company, params }) => {
      const [item, recent] = await Promise.all([readSupplierItem(company, params.uuid), recentInvoices(company, params.uuid)]);
      return { row: found(item, 'Supplier').row, recent };
    },
    version: ({ loaded }) => loaded.row.record.version,
    present: presentSupplierView,
  },
  ({ loaded }) => loaded,
);
