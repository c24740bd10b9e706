import type { VatCategory } from '#shared/model/vat/categories.ts';
import type { Metadata } from '#shared/model/callers-data/metadata.ts';
import type { NotTurnover } from '#shared/model/vat/turnover-kinds.ts';
import { invalidFields } from '#shared/base/kernel/errors.ts';
import { type ListedArea, type ListedItem, type ListedRow, readListed, recordKey } from '#shared/platform/store/listed.ts';
import { getItems } from '#shared/platform/store/read.ts';
import type { CompanyId, Key } from '#shared/platform/store/table.ts';

/** Products of a company (REC-37 to REC-43). Item `C#<company>` / `PRODUCT#<id>`. */

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
  /** Absent: turnover. */
  turnoverKind?: NotTurnover;
  /** Kilograms of one unit, decimal strings; absent in products stored before weights were introduced. */
  netWeight?: string | null;
  grossWeight?: string | null;
  /** Absent without any. */
  metadata?: Metadata;
  source: 'manual' | 'taxauth' | 'import';
  lastSyncedAt: string | null;
  deletedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** Statistics of the use in issued outgoing documents; stored beside the record, so that counting does not change its version. */
export interface ProductStats {
  /** Number of lines in issued outgoing documents. */
  uses: number;
  quantity: number;
  /** Net, in the company's currency, in cents. */
  revenueCents: number;
  firstUsedDate: string | null;
  lastUsedDate: string | null;
}

export type ProductRow = ListedRow<Product, ProductStats>;

/** How products are stored: `code` is unique in a company, ignoring case. */
export const products: ListedArea<Product, ProductStats> = {
  what: 'Product',
  kind: 'product',
  counted: 'PRODUCT',
  newStats: { uses: 0, quantity: 0, revenueCents: 0, firstUsedDate: null, lastUsedDate: null },
  uniqueValue: product => product.code?.toLowerCase() ?? null,
  taken: () => invalidFields({ code: ['another product has this code'] }),
};

export const productKey = (company: CompanyId, id: string): Key => recordKey(products, company, id);

/** The products with these ids that exist and are not deleted, in the order of the ids. One batch read per 100 ids. */
export async function readProducts(company: CompanyId, ids: string[]): Promise<Product[]> {
  const items = await getItems<ListedItem<Product, ProductStats>>(ids.map(id => productKey(company, id)));
  return items.flatMap(item => (item?.row.record.deletedAt === null ? [item.row.record] : []));
}

/** The stored item of a product that is not deleted. */
export const readProductItem = (company: CompanyId, id: string) => readListed<Product, ProductStats>(products, company, id);

/** A product that is not deleted: one read. */
export const readProduct = async (company: CompanyId, id: string): Promise<Product | undefined> =>
  (await readProductItem(company, id))?.row.record;
