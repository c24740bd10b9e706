import { presentProductView } from '#shared/records/catalogue/products/present.ts';
import { readProductItem } from '#shared/records/catalogue/products/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { found } from '#shared/base/kernel/errors.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/products/{uuid}',
    summary: 'Get a product with statistics of its use',
    auth: 'company',
    permission: 'product.view',
    responses: { 200: () => import('#shared/records/catalogue/products/schema.ts').then(schema => schema.productViewSchema) },
    errors: [404],
    read: async ({ company, params }) => found(await readProductItem(company, params.uuid), 'Product').row,
    version: ({ loaded }) => loaded.record.version,
    present: presentProductView,
  },
  ({ loaded }) => loaded,
);
