import { amount, decimal } from '#shared/base/kernel/money.ts';
import { HEAVIEST_GOODS, LIGHTEST_GOODS, type TransportLineFields } from '#shared/model/transport.ts';

/** The fields of a product from which the declaration of its goods is filled in. */
export interface DeclarableProduct {
  unitOfMeasure: string;
  /** Free text; it is used as a code of the Combined Nomenclature only if it has 4, 6 or 8 digits. */
  ncCode: string | null;
  /** Kilograms of one unit, decimal strings; absent in products that were stored before products had weights. */
  netWeight?: string | null | undefined;
  grossWeight?: string | null | undefined;
}

/**
 * Fills in from the product what a line does not state itself: the tariff code, and the weights in kilograms with two decimals
 * (weight of one unit times the quantity). No weight is filled in if the line's unit of measure is not the product's. Pure.
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

/** Null for a weight outside the allowed range. Returned goods have a negative quantity, but their weight is positive. */
function weightOf(quantity: string, ofUnit: string): string | null {
  const weight = amount(decimal(quantity).abs().times(ofUnit));
  return decimal(weight).lt(LIGHTEST_GOODS) || decimal(weight).gt(HEAVIEST_GOODS) ? null : weight;
}

function tariffCodeOf(ncCode: string | null): string | null {
  const digits = ncCode?.replace(/[\s.]/g, '') ?? '';
  return /^(\d{4}|\d{6}|\d{8})$/.test(digits) ? digits : null;
}
