import type * as z from 'zod';
import { pageOf } from '#shared/platform/lambda/endpoint/request.ts';
import { presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { fromCents, presentNumber } from '#shared/base/kernel/money.ts';
import { inKeyOrder, presentRecord } from '#shared/base/kernel/records.ts';
import type { ProductRow } from './store.ts';
import type { productSchema, productViewSchema } from './schema.ts';

export function presentProduct({ record, stats }: ProductRow): z.infer<typeof productSchema> {
  return {
    ...presentRecord(record),
    name: record.name,
    code: record.code,
    description: record.description,
    unitPrice: presentNumber(record.unitPrice),
    defaultPrice: presentNumber(record.unitPrice),
    currency: record.currency,
    vatRateId: record.vatRateId,
    vatRate: presentNumber(record.vatRate),
    vatCategoryCode: record.vatCategoryCode,
    unitOfMeasure: record.unitOfMeasure,
    isService: record.isService,
    isActive: record.isActive,
    usage: record.usage,
    ncCode: record.ncCode,
    cpvCode: record.cpvCode,
    color: record.color,
    categoryId: record.categoryId,
    category: null,
    sgrAmount: record.sgrAmount,
    ...(record.turnoverKind && { turnoverKind: record.turnoverKind }),
    netWeight: record.netWeight ?? null,
    grossWeight: record.grossWeight ?? null,
    metadata: inKeyOrder(record.metadata ?? {}),
    source: record.source,
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
