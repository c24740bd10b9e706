import * as z from 'zod';
import { recordShape } from '#shared/base/kernel/schema.ts';
import { VAT_CATEGORIES } from '#shared/model/vat/categories.ts';

/** Response schema of VAT rates. */

export const vatRateSchema = z
  .object({
    ...recordShape,
    rate: z.number(),
    percentage: z.string(),
    label: z.string(),
    name: z.string(),
    categoryCode: z.enum(VAT_CATEGORIES),
    isDefault: z.boolean(),
    isActive: z.boolean(),
    position: z.number(),
  })
  .meta({ id: 'VatRate' });
