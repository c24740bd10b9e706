import { productKey, products, readProduct } from '#shared/records/catalogue/products/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { removeListed } from '#shared/platform/store/listed.ts';

export const handler = defineEndpoint(
  {
    method: 'DELETE',
    path: '/api/v1/products/{uuid}',
    summary: 'Remove a product; lines of documents keep its text',
    auth: 'company',
    permission: 'product.delete',
    responses: { 204: null },
    errors: [404],
    changes: ({ company, params }) => productKey(company, params.uuid),
    read: async ({ company, params }) => found(await readProduct(company, params.uuid), 'Product'),
  },
  ({ companyId, loaded, commit }) => removeListed(products, companyId, loaded, commit),
);
