import * as z from 'zod';
import { pageOf } from '../../lambda/endpoint/request.ts';
import { shownInstantOrNull } from '../../kernel/clock.ts';
import { fromCents, shownNumber } from '../../kernel/money.ts';
import { recordShape, shownRecord } from '../../kernel/records.ts';
import { VAT_CATEGORIES } from '../../model/vat/categories.ts';
import { PRODUCT_USAGES, type ProductRow } from './store.ts';

const word = z.string().nullable();

const category = z.object({ id: z.string(), name: z.string(), color: word, sortOrder: z.number() });

export const productSchema = z.object({
  ...recordShape,
  name: z.string(),
  code: word,
  description: word,
  unitPrice: z.number(),
  defaultPrice: z.number(),
  currency: z.string(),
  vatRateId: word,
  vatRate: z.number(),
  vatCategoryCode: z.enum(VAT_CATEGORIES),
  unitOfMeasure: z.string(),
  isService: z.boolean(),
  isActive: z.boolean(),
  usage: z.enum(PRODUCT_USAGES),
  ncCode: word,
  cpvCode: word,
  color: word,
  categoryId: word,
  category: category.nullable(),
  sgrAmount: word,
  source: z.enum(['manual', 'taxauth', 'import']),
  lastSyncedAt: word,
  usageCount: z.number(),
});

export function presentProduct({ record, stats }: ProductRow): z.infer<typeof productSchema> {
  const { version: _, deletedAt: __, ...fields } = record;
  return {
    ...fields,
    ...shownRecord(record),
    unitPrice: shownNumber(record.unitPrice),
    defaultPrice: shownNumber(record.unitPrice),
    vatRate: shownNumber(record.vatRate),
    category: null,
    lastSyncedAt: shownInstantOrNull(record.lastSyncedAt),
    usageCount: stats.uses,
  };
}

/** A single product adds how it was used. */
export const productViewSchema = z.object({
  ...productSchema.shape,
  usageStats: z.object({
    totalUsage: z.number(),
    totalRevenue: z.number(),
    averageQuantity: z.number(),
    firstUsedDate: word,
    lastUsedDate: word,
  }),
});

export const presentProductView = (row: ProductRow): z.infer<typeof productViewSchema> => ({
  ...presentProduct(row),
  usageStats: {
    totalUsage: row.stats.uses,
    totalRevenue: shownNumber(fromCents(row.stats.revenueCents)),
    averageQuantity: row.stats.uses === 0 ? 0 : row.stats.quantity / row.stats.uses,
    firstUsedDate: row.stats.firstUsedDate,
    lastUsedDate: row.stats.lastUsedDate,
  },
});

export const presentProductPage = (found: { rows: ProductRow[]; total: number; page: number; limit: number }) =>
  pageOf(found.rows.map(presentProduct), found.total, found);
