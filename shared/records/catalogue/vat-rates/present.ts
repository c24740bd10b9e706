import type * as z from 'zod';
import { amount, decimal, presentNumber } from '#shared/base/kernel/money.ts';
import { presentRecord } from '#shared/base/kernel/records.ts';
import type { VatCategory } from '#shared/model/vat/categories.ts';
import type { VatRate } from './store.ts';
import type { vatRateSchema } from './schema.ts';

export const presentVatRate = (rate: VatRate): z.infer<typeof vatRateSchema> => ({
  ...presentRecord(rate),
  rate: presentNumber(rate.rate),
  percentage: amount(decimal(rate.rate)),
  label: rate.label,
  name: rate.label,
  categoryCode: rate.categoryCode,
  isDefault: rate.isDefault,
  isActive: rate.isActive,
  position: rate.position,
});

/** The codes of UNTDID 5305 that the contract lists, with the labels of EN 16931. */
export const VAT_CATEGORY_LABELS: Record<VatCategory, string> = {
  S: 'Standard rate',
  Z: 'Zero rated goods',
  E: 'Exempt from VAT',
  AE: 'VAT reverse charge',
  K: 'Intra-community supply',
  G: 'Export outside the EU',
  O: 'Not subject to VAT',
};
