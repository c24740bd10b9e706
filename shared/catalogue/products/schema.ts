import * as z from 'zod';
import { pageSchema } from '../../lambda/endpoint/schema.ts';
import { recordShape } from '../../kernel/schema.ts';
import { VAT_CATEGORIES } from '../../model/vat/categories.ts';
import { PRODUCT_USAGES } from './store.ts';

/** Response schemas of products. */

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
  // [added] Kilograms of one unit.
  netWeight: word,
  grossWeight: word,
  source: z.enum(['manual', 'taxauth', 'import']),
  lastSyncedAt: word,
  usageCount: z.number(),
});

/** A single product also shows statistics of its use. */
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

export const productPageSchema = pageSchema(productSchema);
