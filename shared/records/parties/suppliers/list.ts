import * as z from 'zod';
import { paging } from '#shared/platform/lambda/endpoint/request.ts';
import { collated } from '#shared/base/kernel/collate.ts';
import { readCount } from '#shared/platform/store/counts.ts';
import { listedRows } from '#shared/platform/store/listed.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type Supplier, type SupplierRow, suppliers, type SupplierStats } from './store.ts';

/** GET /api/v1/suppliers: the query and its execution. */

export const supplierQuery = z.object({ ...paging(20, 200), search: z.string().trim().max(255).optional() });
export type SupplierQuery = z.infer<typeof supplierQuery>;

const SEARCHED = ['name', 'cui', 'email'] as const satisfies (keyof Supplier)[];

/**
 * A page of suppliers sorted by name, and their total number. Without a search, the page is read from the index and the total from
 * a counter; a search, which ignores case and diacritics, reads all rows of the company.
 */
export async function listSuppliers(
  company: CompanyId,
  { page, limit, search }: SupplierQuery,
): Promise<{ rows: SupplierRow[]; total: number }> {
  const offset = (page - 1) * limit;
  if (!search) {
    const [rows, total] = await Promise.all([
      listedRows<Supplier, SupplierStats>(suppliers, company, { limit, offset }),
      readCount(company, suppliers.counted),
    ]);
    return { rows, total };
  }
  const wanted = collated(search);
  const all = await listedRows<Supplier, SupplierStats>(suppliers, company, {});
  const found = all.filter(({ record }) => SEARCHED.some(field => collated(record[field] ?? '').includes(wanted)));
  return { rows: found.slice(offset, offset + limit), total: found.length };
}
