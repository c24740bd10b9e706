import { instant } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { createWrites } from '#shared/platform/store/listed.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { newProduct, type ProductContext } from './rules.ts';
import type { ProductInput } from './input.ts';
import { type ProductRow, products } from './store.ts';

/** Adds a product. @throws 404 for an unknown VAT rate or category; 422 when another product has the same code */
export function createProduct(
  company: CompanyId,
  input: ProductInput,
  context: ProductContext,
  commit: Commit<ProductRow>,
): Promise<ProductRow> {
  const product = newProduct(input, context, newId(), instant());
  const row = { record: product, stats: products.newStats };
  return commit(createWrites(products, company, product, products.taken), row);
}
