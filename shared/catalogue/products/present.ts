import type * as z from 'zod';
import { pageOf } from '../../lambda/endpoint/request.ts';
import { presentInstantOrNull } from '../../kernel/clock.ts';
import { fromCents, presentNumber } from '../../kernel/money.ts';
import { presentRecord } from '../../kernel/records.ts';
import type { ProductRow } from './store.ts';
import type { productSchema, productViewSchema } from './schema.ts';

export function presentProduct({ record, stats }: ProductRow): z.infer<typeof productSchema> {
  const { version: _, deletedAt: __, ...fields } = record;
  return {
    ...fields,
    ...presentRecord(record),
    unitPrice: presentNumber(record.unitPrice),
    defaultPrice: presentNumber(record.unitPrice),
    vatRate: presentNumber(record.vatRate),
    category: null,
    netWeight: record.netWeight ?? null,
    grossWeight: record.grossWeight ?? null,
    lastSyncedAt: presentInstantOrNull(record.lastSyncedAt),
    usageCount: stats.uses,
  };
}

export const presentProductView = (row: ProductRow): z.infer<typeof productViewSchema> => ({
  ...presentProduct(row),
  usageStats: {
    totalUsage: row.stats.uses,
    totalRevenue: presentNumber(fromCents(row.stats.revenueCents)),
    averageQuantity: row.stats.uses === 0 ? 0 : row.stats.quantity / row.stats.uses,
    firstUsedDate: row.stats.firstUsedDate,
    lastUsedDate: row.stats.lastUsedDate,
  },
});

export const presentProductPage = (found: { rows: ProductRow[]; total: number; page: number; limit: number }) =>
  pageOf(found.rows.map(presentProduct), found.total, found);
