import { today } from '#shared/base/kernel/clock.ts';
import { companyOn } from '#shared/model/vat/status.ts';
import { newProductBody } from '#shared/records/catalogue/products/input.ts';
import { createProduct } from '#shared/records/catalogue/products/create.ts';
import { presentProduct } from '#shared/records/catalogue/products/present.ts';
import { readVatRates } from '#shared/records/catalogue/vat-rates/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/products',
    summary: 'Add a product',
    auth: 'company',
    permission: 'product.create',
    body: newProductBody,
    responses: { 201: () => import('#shared/records/catalogue/products/schema.ts').then(schema => schema.productSchema) },
    errors: [404],
    read: ({ company }) => readVatRates(company),
    present: presentProduct,
  },
  ({ company, companyId, loaded: vatRates, body, commit }) =>
    createProduct(companyId, body, { ...companyOn(company, today()), vatRates }, commit),
);
