import { instant } from '#shared/base/kernel/clock.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { changeWrites } from '#shared/platform/store/listed.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import { changedProduct, type ProductContext } from './rules.ts';
import type { ProductChange } from './input.ts';
import { type Product, type ProductRow, products, readProductItem } from './store.ts';

/** Changes a product; lines of existing documents do not change. @throws 404; 422 when another product has the same code */
export function updateProduct(
  company: CompanyId,
  loaded: ProductRow,
  change: ProductChange,
  context: ProductContext,
  commit: Commit<ProductRow>,
): Promise<ProductRow> {
  const id = loaded.record.id;
  return retryOnContention(async attempt => {
    const { record: before, stats } = attempt === 0 ? loaded : found(await readProductItem(company, id), 'Product').row;
    const record: Product = changedProduct(before, change, context, instant());
    return commit(changeWrites(products, company, before, record), { record, stats });
  });
}
