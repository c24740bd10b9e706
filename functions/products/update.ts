import { today } from '#shared/base/kernel/clock.ts';
import { companyOn } from '#shared/model/vat/status.ts';
import { productChangeBody } from '#shared/records/catalogue/products/input.ts';
import { updateProduct } from '#shared/records/catalogue/products/update.ts';
import { presentProduct } from '#shared/records/catalogue/products/present.ts';
import { productKey, readProductItem } from '#shared/records/catalogue/products/store.ts';
import { readVatRates } from '#shared/records/catalogue/vat-rates/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { found } from '#shared/base/kernel/errors.ts';

export const handler = defineEndpoint(
  {
    method: 'PATCH',
    path: '/api/v1/products/{uuid}',
    summary: 'Change a product; lines of existing documents do not change',
    auth: 'company',
    permission: 'product.edit',
    body: productChangeBody,
    responses: { 200: () => import('#shared/records/catalogue/products/schema.ts').then(schema => schema.productSchema) },
    errors: [404],
    changes: ({ company, params }) => productKey(company, params.uuid),
    read: async ({ company, params }) => {
      const [item, vatRates] = await Promise.all([readProductItem(company, params.uuid), readVatRates(company)]);
      return { row: found(item, 'Product').row, vatRates };
    },
    present: presentProduct,
  },
  ({ company, companyId, loaded: { row, vatRates }, body, commit }) =>
    updateProduct(companyId, row, body, { ...companyOn(company, today()), vatRates }, commit),
);
