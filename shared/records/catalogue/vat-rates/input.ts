import * as z from 'zod';
import { decimalBetween, documented, text } from '#shared/base/kernel/fields.ts';
import { patch } from '#shared/base/kernel/patch.ts';
import { VAT_CATEGORIES } from '#shared/model/vat/categories.ts';
import type { VatRateChange, VatRateInput } from './rules.ts';

/** Bodies of VAT rate requests (REC-44 to REC-50). `percentage` and `name` are aliases of `rate` and `label`. */

export const vatCategory = () =>
  documented(z.string().trim().toUpperCase().pipe(z.enum(VAT_CATEGORIES)), { type: 'string', enum: VAT_CATEGORIES });

const fields = {
  rate: decimalBetween(2, 0, 100).optional(),
  percentage: decimalBetween(2, 0, 100).optional(),
  label: text(100).optional(),
  name: text(100).optional(),
  categoryCode: vatCategory().optional(),
  isDefault: z.boolean().optional(),
  isActive: z.boolean().optional(),
  position: z.int().min(0).max(100_000).optional(),
};

type Fields = z.infer<z.ZodObject<typeof fields>>;

const named = ({ percentage, name, ...body }: Fields) => ({
  ...body,
  rate: body.rate ?? percentage,
  label: body.label ?? name,
});

export const newVatRateBody = z
  .object(fields)
  .transform(named)
  .transform((body, context): VatRateInput => {
    for (const field of ['rate', 'label'] as const)
      if (body[field] === undefined) context.addIssue({ code: 'custom', path: [field], message: 'is required' });
    return { ...body, rate: body.rate ?? '', label: body.label ?? '' };
  })
  .meta({ id: 'VatRateInput' });

export const vatRateChangeBody = patch(fields)
  .transform((body): VatRateChange => named(body))
  .meta({ id: 'VatRateChange' });
