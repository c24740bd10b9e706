import { type CellError, columnsOf, type Field, type Row } from '#shared/documents/common/csv-import/file.ts';
import { valueOf } from '#shared/documents/common/csv-import/cells.ts';
import { eachOf } from '#shared/documents/common/csv-import/outcome.ts';
import { collated } from '#shared/base/kernel/collate.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { Company } from '#shared/model/company.ts';
import type { KnownVatRate } from '#shared/model/vat/rules.ts';
import { newProductBody } from '#shared/records/catalogue/products/input.ts';
import { newProduct, type ProductContext } from '#shared/records/catalogue/products/rules.ts';
import { type Product, products, type ProductStats, readProduct } from '#shared/records/catalogue/products/store.ts';
import { createWrites, findUnique, listedRows } from '#shared/platform/store/listed.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { alreadyThere, keyOf, type Keys, mainKey, nameKey } from './known.ts';
import { onceMore } from './once-more.ts';
import { placesOf } from './places.ts';
import { checkedRows, type Made, type Plan, type Planned, type Planning, refusal, skippedFor, wouldMake } from './plan.ts';

/** The import of products (IMP-6, IMP-8). */

const TEXTS = [
  'name',
  'code',
  'description',
  'currency',
  'vatRate',
  'vatCategoryCode',
  'unitOfMeasure',
  'usage',
  'ncCode',
  'cpvCode',
  'color',
];

export const PRODUCT_COLUMNS = columnsOf([
  ...TEXTS.map((name): Field => [name, name, 'text']),
  ...['unitPrice', 'sgrAmount', 'netWeight', 'grossWeight'].map((name): Field => [name, name, 'decimal']),
  ...['isService', 'isActive'].map((name): Field => [name, name, 'yes']),
]);

/** By what a product is known: its code; without one by its name. Pure. */
export const productKeys = ({ code, name }: Pick<Product, 'code' | 'name'>): Keys => ({
  strong: code ? [keyOf('code', code)] : [],
  weak: nameKey(name),
});

/** The most characters of the name of a VAT rate. */
const LONGEST_LABEL = 100;

const withoutPercent = (text: string): string => (text.endsWith('%') ? text.slice(0, -1).trimEnd() : text);

/**
 * Reads rows whose VAT rate is named, or stated in percent with or without its sign, as the request has it. Pure.
 *
 * @param rates the rates of the company
 */
export function vatRateReader(rates: readonly KnownVatRate[]): (row: Row) => Row {
  const usable = rates.filter(({ isActive }) => isActive);
  // Of equal names the first counts.
  const byLabel = new Map(usable.toReversed().map(({ label, id }) => [collated(label), id]));
  const names = usable.slice(0, 20).map(({ label }) => label);
  return row => {
    const { vatRate: stated, ...body } = row.body;
    if (typeof stated !== 'string') return row;
    // What is longer is no name of a rate, and takes long to compare.
    const id = stated.length > LONGEST_LABEL ? undefined : byLabel.get(collated(stated));
    if (id !== undefined) return { ...row, body: { ...body, vatRateId: id } };
    try {
      return { ...row, body: { ...body, vatRate: valueOf(withoutPercent(stated), 'decimal', ',') } };
    } catch {
      const error: CellError = {
        column: 'vatRate',
        message: `must be a percentage, such as 21, or the name of a VAT rate of the company: ${names.join(', ')}`,
      };
      return { ...row, body, errors: [...row.errors, error] };
    }
  };
}

/** Plans a file of products. */
export async function planProducts(
  planning: Planning,
  context: ProductContext & { vatRates: readonly KnownVatRate[] } & Pick<Company, 'vatPayer'>,
): Promise<Plan> {
  const { company, columns } = planning;
  const rows = planning.rows.map(vatRateReader(context.vatRates));
  const checked = checkedRows({ ...planning, rows }, newProductBody, body => body['name']);
  const entries: { line: number; at: number; product: Product; keys: Keys }[] = [];
  const results: Planned[] = checked.map(({ row, blank, value }, at) => {
    if (value === null) return blank;
    try {
      const product: Product = { ...newProduct(value, context, newId(), instant()), source: 'import' };
      entries.push({ line: row.line, at, product, keys: productKeys(product) });
      return wouldMake(blank);
    } catch (error) {
      return refusal(error, blank, row, columns);
    }
  });
  const there = alreadyThere(entries, await knownProducts(company, entries));
  const added = entries.filter(entry => !there.has(entry));
  const places = await placesOf(
    products,
    company,
    added.filter(({ product }) => product.code === null).map(({ keys }) => mainKey(keys)),
    (product, key) => productKeys(product).weak === key,
  );
  for (const { entry, record, line } of there.values()) {
    const by = entry.product.code === null ? 'name' : 'code';
    results[entry.at] = skippedFor(
      results[entry.at] as Planned,
      record
        ? `The company has the product ${record.name} with this ${by} already.`
        : `The product is in line ${line} already: the ${by} is the same.`,
      record?.id ?? null,
    );
  }
  const steps = added.flatMap(({ at, product, keys }) => {
    const place = product.code === null ? places.get(mainKey(keys)) : { id: newId(), record: undefined };
    if (!place || place.record) {
      results[at] = skippedFor(results[at] as Planned, 'The company has the product already.', place?.record?.id ?? null);
      return [];
    }
    const { id: _id, createdAt: _created, updatedAt: _updated, ...content } = product;
    return [{ rows: [at], content, make: () => makeProduct(company, { ...product, id: place.id }) }];
  });
  return { rows: results, steps, sums: [] };
}

const byCode = (company: CompanyId, code: string): Promise<Product | undefined> =>
  findUnique<Product, ProductStats>(products, company, code.toLowerCase());

/** The products of the company by code and name. The list may lack those of the last second; codes are looked up besides. */
async function knownProducts(company: CompanyId, entries: readonly { product: Product }[]): Promise<Map<string, Product>> {
  const codes = [...new Set(entries.flatMap(({ product: { code } }) => (code === null ? [] : [code.toLowerCase()])))];
  const known = new Map<string, Product>();
  const add = (product: Product): void => {
    const { strong, weak } = productKeys(product);
    for (const key of [...strong, weak]) if (!known.has(key)) known.set(key, product);
  };
  const [rows] = await Promise.all([
    listedRows<Product, ProductStats>(products, company, {}),
    eachOf(codes, async code => {
      const product = await byCode(company, code);
      if (product) add(product);
    }),
  ]);
  for (const { record } of rows) add(record);
  return known;
}

/** One transaction. A product that another request has made in the meantime is skipped. */
const makeProduct = (company: CompanyId, product: Product): Promise<Made> =>
  onceMore(
    async () => {
      await transact(createWrites(products, company, product));
      return { outcome: 'made', id: product.id, message: null };
    },
    async () => {
      const other = product.code === null ? await readProduct(company, product.id) : await byCode(company, product.code);
      return other && { outcome: 'skipped', id: other.id, message: `The company has the product ${other.name} already.` };
    },
  );
