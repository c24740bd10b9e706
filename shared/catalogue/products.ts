import type { VatCategory } from '../invoices/model.ts';
import { getItems } from '../store/read.ts';
import { type CompanyId, companyKey, type Key } from '../store/table.ts';

/** Products of a company (completions-accounts §12). Item `C#<company>` / `PRODUCT#<id>`. */

export const PRODUCT_USAGES = ['sales', 'purchases', 'both', 'internal'] as const;

export interface Product {
  id: string;
  version: number;
  name: string;
  code: string | null;
  description: string | null;
  /** Net price in `currency`. */
  unitPrice: string;
  currency: string;
  vatRateId: string | null;
  /** Percentage. */
  vatRate: string;
  vatCategoryCode: VatCategory;
  unitOfMeasure: string;
  isService: boolean;
  isActive: boolean;
  usage: (typeof PRODUCT_USAGES)[number];
  ncCode: string | null;
  cpvCode: string | null;
  color: string | null;
  categoryId: string | null;
  sgrAmount: string | null;
  source: 'manual' | 'taxauth' | 'import';
  lastSyncedAt: string | null;
  deletedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export const productKey = (company: CompanyId, id: string): Key => companyKey(company, `PRODUCT#${id}`);

/** The products of these ids that are there and not deleted, in the order of the ids. One batch read per 100. */
export async function readProducts(company: CompanyId, ids: string[]): Promise<Product[]> {
  const items = await getItems(ids.map(id => productKey(company, id)));
  const products = items.map(item => item?.['data'] as Product | undefined);
  return products.filter(product => product !== undefined && product.deletedAt === null) as Product[];
}
