import * as z from 'zod';
import { readVatRates, type VatRate } from '#shared/catalogue/vat-rates/store.ts';
import { presentVatRate } from '#shared/catalogue/vat-rates/present.ts';
import { defineEndpoint } from '#shared/lambda/endpoint/define-endpoint.ts';
import { flag } from '#shared/lambda/endpoint/request.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/vat-rates',
    summary: 'VAT rates of the company, by position',
    auth: 'company',
    permission: 'settings.view',
    query: z.object({ isActive: flag().optional() }),
    responses: {
      200: () => import('#shared/catalogue/vat-rates/schema.ts').then(schema => schema.vatRateSchema.array()),
    },
    read: ({ company }) => readVatRates(company),
    present: (rates: VatRate[]) => rates.map(presentVatRate),
  },
  ({ loaded, query: { isActive } }) => loaded.filter(rate => isActive === undefined || rate.isActive === isActive),
);
