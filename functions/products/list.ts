import { listProducts, productQuery } from '#shared/records/catalogue/products/list.ts';
import { presentProductPage } from '#shared/records/catalogue/products/present.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/products',
    summary: 'List the products of the company',
    auth: 'company',
    permission: 'product.view',
    query: productQuery,
    responses: { 200: () => import('#shared/records/catalogue/products/schema.ts').then(schema => schema.productPageSchema) },
    read: ({ company, query }) => listProducts(company, query),
    present: presentProductPage,
  },
  ({ loaded, query: { page, limit } }) => ({ ...loaded, page, limit }),
);
