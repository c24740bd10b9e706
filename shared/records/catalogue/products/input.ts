import * as z from 'zod';
import { currency, decimalBetween, id, optionalText, text } from '#shared/base/kernel/fields.ts';
import { amount, decimal, MAX_AMOUNT } from '#shared/base/kernel/money.ts';
import { patch } from '#shared/base/kernel/patch.ts';
import { metadataChange } from '#shared/model/callers-data/metadata.ts';
import { TURNOVER_KINDS } from '#shared/model/vat/turnover-kinds.ts';
import { HEAVIEST_GOODS } from '#shared/model/transport.ts';
import { PRODUCT_USAGES } from './store.ts';
import { vatCategory } from '../vat-rates/input.ts';

/** Bodies of product requests (REC-37 to REC-43). `defaultPrice` is an alias of `unitPrice`. */

const price = () => decimalBetween(4, 0, MAX_AMOUNT).optional();

const color = z
  .string()
  .trim()
  .regex(/^(#[0-9a-fA-F]{6})?$/, 'must be a colour such as #2563eb')
  .transform(value => value.toLowerCase() || null)
  .nullish();

const deposit = decimalBetween(2, 0, '999.99')
  .transform(value => amount(decimal(value)))
  .nullish();

/** Kilograms of one unit, from 0.1 g: small goods that are sold by the thousand weigh less than a gram each. */
const weight = () => z.preprocess(value => (value === '' ? null : value), decimalBetween(4, '0.0001', HEAVIEST_GOODS).nullish());

const fields = {
  name: text(255),
  code: optionalText(50),
  description: optionalText(2000),
  unitPrice: price(),
  defaultPrice: price(),
  currency: currency().optional(),
  vatRateId: id().nullish(),
  vatRate: decimalBetween(2, 0, 100).optional(),
  vatCategoryCode: vatCategory().optional(),
  unitOfMeasure: text(20).optional(),
  isService: z.boolean().optional(),
  isActive: z.boolean().optional(),
  usage: z.enum(PRODUCT_USAGES).optional(),
  ncCode: optionalText(20),
  cpvCode: optionalText(20),
  color,
  categoryId: id().nullish(),
  sgrAmount: deposit,
  turnoverKind: z.enum(TURNOVER_KINDS).nullish(),
  netWeight: weight(),
  grossWeight: weight(),
  metadata: metadataChange(),
};

const aliased = <T extends { unitPrice?: string | undefined; defaultPrice?: string | undefined }>({
  defaultPrice,
  ...body
}: T) => ({
  ...body,
  unitPrice: body.unitPrice ?? defaultPrice,
});

export const newProductBody = z
  .object(fields)
  .transform(aliased)
  .transform((body, context) => {
    if (body.unitPrice === undefined) context.addIssue({ code: 'custom', path: ['unitPrice'], message: 'is required' });
    return { ...body, unitPrice: body.unitPrice ?? '0' };
  })
  .meta({ id: 'ProductInput' });
export type ProductInput = z.infer<typeof newProductBody>;

export const productChangeBody = patch(fields).transform(aliased).meta({ id: 'ProductChange' });
export type ProductChange = z.infer<typeof productChangeBody>;
