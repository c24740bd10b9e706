import { amount, decimal } from '../kernel/money.ts';
import { HEAVIEST_GOODS, LIGHTEST_GOODS, type TransportLineFields } from '../model/transport.ts';

/** What of a product says how its goods are declared. */
export interface DeclarableProduct {
  unitOfMeasure: string;
  /** Free text; a code of the Combined Nomenclature where it has 4, 6 or 8 digits. */
  ncCode: string | null;
  /** Kilograms of one unit, decimal strings; absent in products that were written before there were weights. */
  netWeight?: string | null | undefined;
  grossWeight?: string | null | undefined;
}

/**
 * A line's goods with what its product says of them, where the line states nothing itself: the tariff code, and the weight of one unit times
 * the quantity in kilograms with two decimals. The product knows the weight of its own unit only: a line in another unit gets none. Pure.
 */
export function withProductDefaults(
  stated: TransportLineFields,
  line: { quantity: string; unitOfMeasure: string },
  product: DeclarableProduct | undefined,
): TransportLineFields {
  if (!product) return stated;
  const weight = (ofUnit: string | null | undefined): string | null =>
    ofUnit && line.unitOfMeasure === product.unitOfMeasure ? weightOf(line.quantity, ofUnit) : null;
  return {
    ...stated,
    tariffCode: stated.tariffCode ?? tariffCodeOf(product.ncCode),
    netWeight: stated.netWeight ?? weight(product.netWeight),
    grossWeight: stated.grossWeight ?? weight(product.grossWeight),
  };
}

/** Null where it comes to a weight that no line may state. Goods that are taken back have the same weight, though their quantity is negative. */
function weightOf(quantity: string, ofUnit: string): string | null {
  const weight = amount(decimal(quantity).abs().times(ofUnit));
  return decimal(weight).lt(LIGHTEST_GOODS) || decimal(weight).gt(HEAVIEST_GOODS) ? null : weight;
}

function tariffCodeOf(ncCode: string | null): string | null {
  const digits = ncCode?.replace(/[\s.]/g, '') ?? '';
  return /^(\d{4}|\d{6}|\d{8})$/.test(digits) ? digits : null;
}
