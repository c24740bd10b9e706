import { instant } from '../../kernel/clock.ts';
import { found } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { changeWrites, createWrites } from '../../store/listed.ts';
import type { CompanyId } from '../../store/table.ts';
import { type Commit, retryOnContention } from '../../store/transact.ts';
import { changedProduct, newProduct, type ProductContext } from './rules.ts';
import type { ProductChange, ProductInput } from './input.ts';
import { type Product, type ProductRow, products, readProductItem } from './store.ts';

/** Adds a product. @throws 404 for an unknown VAT rate or category, 422 for a code that another product has */
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

/** Changes a product; lines of documents stay as they are. @throws 404, 422 for a code that another product has */
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
