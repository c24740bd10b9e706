import { type FieldErrors, invalidFields, notFound } from '#shared/base/kernel/errors.ts';
import { patched } from '#shared/base/kernel/patch.ts';
import { withMetadata } from '#shared/model/callers-data/metadata.ts';
import { notTurnoverOf, vatNotInBase } from '#shared/model/vat/not-in-base.ts';
import type { NotTurnover } from '#shared/model/vat/turnover-kinds.ts';
import { vatOfLine } from '#shared/model/vat/rules.ts';
import type { ProductChange, ProductInput } from './input.ts';
import type { Product } from './store.ts';
import type { VatRate } from '../vat-rates/store.ts';

/** Creation and changes of product records (REC-37 to REC-43). Pure. */

/** The company's data that a product needs. */
export interface ProductContext {
  vatRates: readonly VatRate[];
  defaultCurrency: string;
  vatPayer: boolean;
}

type Vat = Pick<Product, 'vatRateId' | 'vatRate' | 'vatCategoryCode'>;
type VatWish = Pick<ProductChange, 'vatRateId' | 'vatRate' | 'vatCategoryCode'>;

/**
 * The VAT fields for those that a request states, by the same rules as for document lines.
 *
 * @param kind of a deposit or disbursement, which has no VAT
 * @throws 404 for an unknown `vatRateId`, 422 for VAT on a deposit or disbursement
 */
function vatOf(wish: VatWish, { vatRates, vatPayer }: ProductContext, kind?: NotTurnover): Vat {
  const errors: FieldErrors = {};
  const report = (field: string, message: string): void => void (errors[field] = [message]);
  const vat = kind ? vatNotInBase(wish, vatRates, vatPayer, report) : vatOfLine(wish, vatRates, vatPayer);
  if (!vat) throw notFound('VAT rate');
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  return { vatRateId: vat.rateId, vatRate: vat.rate, vatCategoryCode: vat.category };
}

/** Refuses every category id, because product categories do not exist yet. @throws 404 */
function refuseCategory(categoryId: string | null | undefined): void {
  if (categoryId) throw notFound('Product category');
}

/** A new product. @throws 404 for an unknown VAT rate or category */
export function newProduct(input: ProductInput, context: ProductContext, id: string, at: string): Product {
  refuseCategory(input.categoryId);
  const kind = notTurnoverOf(input.turnoverKind);
  const product: Product = {
    id,
    version: 1,
    name: input.name,
    code: input.code ?? null,
    description: input.description ?? null,
    unitPrice: input.unitPrice,
    currency: input.currency ?? context.defaultCurrency,
    ...vatOf(input, context, kind),
    unitOfMeasure: input.unitOfMeasure ?? 'buc',
    isService: input.isService ?? false,
    isActive: input.isActive ?? true,
    usage: input.usage ?? 'both',
    ncCode: input.ncCode ?? null,
    cpvCode: input.cpvCode ?? null,
    color: input.color ?? null,
    categoryId: null,
    sgrAmount: input.sgrAmount ?? null,
    ...(kind && { turnoverKind: kind }),
    netWeight: input.netWeight ?? null,
    grossWeight: input.grossWeight ?? null,
    source: 'manual',
    lastSyncedAt: null,
    deletedAt: null,
    createdAt: at,
    updatedAt: at,
  };
  return withMetadata(product, input.metadata);
}

/** A product after a change. @throws 404 for an unknown VAT rate or category */
export function changedProduct(before: Product, change: ProductChange, context: ProductContext, at: string): Product {
  refuseCategory(change.categoryId);
  const { vatRateId, vatRate, vatCategoryCode, turnoverKind, metadata, ...fields } = change;
  const { turnoverKind: had, ...same } = before;
  const kind = turnoverKind === undefined ? had : notTurnoverOf(turnoverKind);
  const wish = { vatRateId, vatRate, vatCategoryCode };
  const vat = kind && !isVatFor(kind, had, wish) ? vatOf(wish, context, kind) : changedVat(before, wish, context);
  const next = { ...patched(withMetadata(same, metadata), fields), ...vat, ...(kind && { turnoverKind: kind }) };
  return { ...next, version: before.version + 1, updatedAt: at };
}

/** Whether a product that is no turnover already has VAT that fits, of which nothing is changed. */
const isVatFor = (kind: NotTurnover, had: NotTurnover | undefined, wish: VatWish): boolean =>
  kind === had && Object.values(wish).every(value => value === undefined);

function changedVat(before: Vat, wish: VatWish, context: ProductContext): Vat {
  if (wish.vatRateId) return vatOf(wish, context);
  const restated = wish.vatRate !== undefined || wish.vatCategoryCode !== undefined;
  const { vatRate, vatCategoryCode } = before;
  const vat = restated ? vatOf({ vatRate: wish.vatRate ?? vatRate, vatCategoryCode: wish.vatCategoryCode }, context) : before;
  return wish.vatRateId === null
    ? { vatRateId: null, vatRate: vat.vatRate, vatCategoryCode: restated ? vat.vatCategoryCode : vatCategoryCode }
    : { vatRateId: vat.vatRateId, vatRate: vat.vatRate, vatCategoryCode: vat.vatCategoryCode };
}
