import { vatRateChangeBody } from '#shared/catalogue/vat-rates/input.ts';
import { updateVatRate } from '#shared/catalogue/vat-rates/update.ts';
import { presentVatRate } from '#shared/catalogue/vat-rates/present.ts';
import { readVatRateSet } from '#shared/catalogue/vat-rates/store.ts';
import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { mustHave } from '#shared/store/record-set.ts';

export const handler = defineEndpoint(
  {
    method: 'PATCH',
    path: '/api/v1/vat-rates/{uuid}',
    summary: 'Change a VAT rate',
    auth: 'company',
    permission: 'settings.manage',
    body: vatRateChangeBody,
    responses: { 200: () => import('#shared/catalogue/vat-rates/schema.ts').then(schema => schema.vatRateSchema) },
    errors: [404, 422],
    read: async ({ company, params }) => mustHave(await readVatRateSet(company), params.uuid, 'VAT rate'),
    present: presentVatRate,
  },
  ({ companyId, params, loaded, body, commit }) => updateVatRate(companyId, loaded, params.uuid, body, commit),
);
