import { vatRateChangeBody } from '#shared/records/catalogue/vat-rates/input.ts';
import { updateVatRate } from '#shared/records/catalogue/vat-rates/update.ts';
import { presentVatRate } from '#shared/records/catalogue/vat-rates/present.ts';
import { readVatRateSet } from '#shared/records/catalogue/vat-rates/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { mustHave } from '#shared/platform/store/record-set.ts';

export const handler = defineEndpoint(
  {
    method: 'PATCH',
    path: '/api/v1/vat-rates/{uuid}',
    summary: 'Change a VAT rate',
    auth: 'company',
    permission: 'settings.manage',
    body: vatRateChangeBody,
    responses: { 200: () => import('#shared/records/catalogue/vat-rates/schema.ts').then(schema => schema.vatRateSchema) },
    errors: [404, 422],
    read: async ({ company, params }) => mustHave(await readVatRateSet(company), params.uuid, 'VAT rate'),
    present: presentVatRate,
  },
  ({ companyId, params, loaded, body, commit }) => updateVatRate(companyId, loaded, params.uuid, body, commit),
);
