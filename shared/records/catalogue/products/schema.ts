import * as z from 'zod';
import { pageSchema } from '#shared/platform/lambda/endpoint/schema.ts';
import { day, instant, recordShape, uuid } from '#shared/base/kernel/schema.ts';
import { metadataSchema } from '#shared/model/callers-data/metadata.ts';
import { VAT_CATEGORIES } from '#shared/model/vat/categories.ts';
import { NOT_TURNOVER } from '#shared/model/vat/turnover-kinds.ts';
import { PRODUCT_USAGES } from './store.ts';

/** Response schemas of products. */

const nullableText = z.string().nullable();

const category = z
  .object({ id: uuid(), name: z.string(), color: nullableText, sortOrder: z.number() })
  .meta({ id: 'ProductCategory' });

export const productSchema = z
  .object({
    ...recordShape,
    name: z.string(),
    code: nullableText,
    description: nullableText,
    unitPrice: z.number(),
    defaultPrice: z.number(),
    currency: z.string(),
    vatRateId: uuid().nullable(),
    vatRate: z.number(),
    vatCategoryCode: z.enum(VAT_CATEGORIES),
    unitOfMeasure: z.string(),
    isService: z.boolean(),
    isActive: z.boolean(),
    usage: z.enum(PRODUCT_USAGES),
    ncCode: nullableText,
    cpvCode: nullableText,
    color: nullableText,
    categoryId: uuid().nullable(),
    category: category.nullable(),
    sgrAmount: nullableText,
    // Absent: turnover.
    turnoverKind: z.enum(NOT_TURNOVER).optional(),
    // Kilograms of one unit.
    netWeight: nullableText,
    grossWeight: nullableText,
    metadata: metadataSchema(),
    source: z.enum(['manual', 'taxauth', 'import']),
    lastSyncedAt: instant().nullable(),
    usageCount: z.number(),
  })
  .meta({ id: 'Product' });

/** A single product also shows statistics of its use. */
export const productViewSchema = z
  .object({
    ...productSchema.shape,
    usageStats: z.object({
      totalUsage: z.number(),
      totalRevenue: z.number(),
      averageQuantity: z.number(),
      firstUsedDate: day().nullable(),
      lastUsedDate: day().nullable(),
    }),
  })
  .meta({ id: 'ProductDetail' });

export const productPageSchema = pageSchema(productSchema).meta({ id: 'ProductPage' });
