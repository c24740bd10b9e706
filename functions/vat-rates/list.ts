import * as z from 'zod';
import { readVatRates, type VatRate } from '#shared/records/catalogue/vat-rates/store.ts';
import { presentVatRate } from '#shared/records/catalogue/vat-rates/present.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { flag } from '#shared/platform/lambda/endpoint/request.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/vat-rates',
    summary: 'List the VAT rates of the company, by position',
    auth: 'company',
    permission: 'settings.view',
    query: z.object({ isActive: flag().optional() }),
    responses: {
      200: () => import('#shared/records/catalogue/vat-rates/schema.ts').then(schema => schema.vatRateSchema.array()),
    },
    read: ({ company }) => readVatRates(company),
    present: (rates: VatRate[]) => rates.map(presentVatRate),
  },
  ({ loaded, query: { isActive } }) => loaded.filter(rate => isActive === undefined || rate.isActive === isActive),
);
