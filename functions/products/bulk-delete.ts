import { products } from '#shared/records/catalogue/products/store.ts';
import { bulkDeleteBody } from '#shared/platform/lambda/endpoint/bulk-delete.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { type BulkRemoval, removeManyListed } from '#shared/platform/store/listed.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/products/bulk-delete',
    summary: 'Remove up to 100 products',
    auth: 'company',
    permission: 'product.delete',
    body: bulkDeleteBody,
    invalidBody: 400,
    responses: { 200: () => import('#shared/platform/lambda/endpoint/schema.ts').then(schema => schema.bulkDeleteSchema) },
    present: (removal: BulkRemoval) => removal,
  },
  ({ companyId, body, commit }) => removeManyListed(products, companyId, body.ids, commit),
);
