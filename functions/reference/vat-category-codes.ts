import * as z from 'zod';
import { VAT_CATEGORY_LABELS } from '#shared/records/catalogue/vat-rates/present.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { VAT_CATEGORIES } from '#shared/model/vat/categories.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/vat-category-codes',
    summary: 'List the VAT category codes (UNTDID 5305) with their labels',
    auth: 'user',
    table: 'none',
    responses: { 200: () => z.object({ data: z.array(z.object({ code: z.enum(VAT_CATEGORIES), label: z.string() })) }) },
  },
  () => ({ data: VAT_CATEGORIES.map(code => ({ code, label: VAT_CATEGORY_LABELS[code] })) }),
);
