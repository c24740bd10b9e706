import { listProducts, productQuery } from '#shared/catalogue/products/list.ts';
import { presentProductPage } from '#shared/catalogue/products/present.ts';
import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/products',
    summary: 'Products of the company, paged',
    auth: 'company',
    permission: 'product.view',
    query: productQuery,
    responses: { 200: () => import('#shared/catalogue/products/schema.ts').then(schema => schema.productPageSchema) },
    read: ({ company, query }) => listProducts(company, query),
    present: presentProductPage,
  },
  ({ loaded, query: { page, limit } }) => ({ ...loaded, page, limit }),
);
