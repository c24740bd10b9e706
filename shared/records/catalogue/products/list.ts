import * as z from 'zod';
import { flag, paging } from '#shared/platform/lambda/endpoint/request.ts';
import { collated } from '#shared/base/kernel/collate.ts';
import { id } from '#shared/base/kernel/fields.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import { hasMetadata, metadataFilter } from '#shared/model/callers-data/metadata.ts';
import { readCount } from '#shared/platform/store/counts.ts';
import { listedRows } from '#shared/platform/store/listed.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type Product, type ProductRow, products, type ProductStats } from './store.ts';

/** GET /api/v1/products: its query, and the matching products. */

const SORTS = ['name', 'code', 'unitPrice', 'createdAt'] as const;

export const productQuery = z.object({
  ...paging(20, 200),
  search: z.string().trim().max(255).optional(),
  isActive: flag().optional(),
  categoryId: id().optional(),
  metadata: metadataFilter(),
  sort: z.enum(SORTS).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
});
export type ProductQuery = z.infer<typeof productQuery>;

/** Whether a product matches the query. Search ignores case and diacritics. */
export function matches(product: Product, query: Pick<ProductQuery, 'search' | 'isActive' | 'categoryId' | 'metadata'>): boolean {
  if (query.isActive !== undefined && product.isActive !== query.isActive) return false;
  if (query.categoryId && product.categoryId !== query.categoryId) return false;
  if (query.metadata && !hasMetadata(product.metadata, query.metadata)) return false;
  if (!query.search) return true;
  const wanted = collated(query.search);
  return [product.name, product.code, product.description].some(text => collated(text ?? '').includes(wanted));
}

const text = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

const COMPARISONS: Record<(typeof SORTS)[number], (a: Product, b: Product) => number> = {
  name: (a, b) => text(collated(a.name), collated(b.name)),
  // Products without a code come last.
  code: (a, b) => Number(a.code === null) - Number(b.code === null) || text(collated(a.code ?? ''), collated(b.code ?? '')),
  unitPrice: (a, b) => decimal(a.unitPrice).cmp(b.unitPrice),
  createdAt: (a, b) => text(a.createdAt, b.createdAt),
};

/** Sorts products; ties are ordered by creation. */
export function ordered(rows: ProductRow[], { sort, order }: Pick<ProductQuery, 'sort' | 'order'>): ProductRow[] {
  const direction = order === 'desc' ? -1 : 1;
  return rows.toSorted(({ record: a }, { record: b }) => direction * (COMPARISONS[sort](a, b) || text(a.id, b.id)));
}

/**
 * One page of products, and their total. Sorted by name and without a filter, the page is read from the index and the total from a
 * counter; otherwise all index rows of the company are read.
 */
export async function listProducts(company: CompanyId, query: ProductQuery): Promise<{ rows: ProductRow[]; total: number }> {
  const { page, limit, sort, order, search, isActive, categoryId, metadata } = query;
  const offset = (page - 1) * limit;
  if (sort === 'name' && !search && isActive === undefined && !categoryId && !metadata) {
    const [rows, total] = await Promise.all([
      listedRows<Product, ProductStats>(products, company, { descending: order === 'desc', limit, offset }),
      readCount(company, 'PRODUCT'),
    ]);
    return { rows, total };
  }
  const all = await listedRows<Product, ProductStats>(products, company, {});
  const found = ordered(
    all.filter(({ record }) => matches(record, query)),
    query,
  );
  return { rows: found.slice(offset, offset + limit), total: found.length };
}
