import { newVatRateBody } from '#shared/records/catalogue/vat-rates/input.ts';
import { createVatRate } from '#shared/records/catalogue/vat-rates/create.ts';
import { presentVatRate } from '#shared/records/catalogue/vat-rates/present.ts';
import { readVatRateSet } from '#shared/records/catalogue/vat-rates/store.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/vat-rates',
    summary: 'Add a VAT rate',
    auth: 'company',
    permission: 'settings.manage',
    body: newVatRateBody,
    responses: { 201: () => import('#shared/records/catalogue/vat-rates/schema.ts').then(schema => schema.vatRateSchema) },
    errors: [422],
    read: ({ company }) => readVatRateSet(company),
    present: presentVatRate,
  },
  ({ companyId, loaded, body, commit }) => createVatRate(companyId, loaded, body, commit),
);
