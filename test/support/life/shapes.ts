/** What the documents of a life contain beside a price: currency, VAT, discounts, allowances and charges, prepaid amounts. */

/** A price is in whole units of the currency, so that all amounts but one discount are exact; amounts are in cents. */
export interface Shape {
  currency: 'RON' | 'EUR';
  lines(price: number, sign: 1 | -1): object[];
  /** The sum of the lines with VAT, as long as they are sold. */
  gross(price: number): number;
  ublExtensions?: object;
  /** What charges less allowances add to the total of the e-invoice, with their VAT. */
  adjusted?: number;
  prepaid?: number;
}

/** Lei for one euro, in all documents. */
export const EURO_RATE = 5;

const line = (price: number, sign: 1 | -1, more: object = { vatRate: 21 }) => ({
  ...{ description: 'Servicii', quantity: sign, unitPrice: price },
  ...more,
});
const usual = (price: number, sign: 1 | -1): object[] => [line(price, sign)];
const grossOf21 = (price: number): number => price * 121;
const adjusting = (chargeIndicator: boolean, amount: string) => ({
  allowanceCharges: [{ chargeIndicator, amount, taxCategoryCode: 'S', taxRate: '21', reason: 'Convenit' }],
});

export const SHAPES = {
  plain: { currency: 'RON', lines: usual, gross: grossOf21 },
  euro: { currency: 'EUR', lines: usual, gross: grossOf21 },
  twoRates: {
    currency: 'RON',
    lines: (price, sign) => [line(price, sign), line(price, sign, { vatRate: 11 })],
    gross: price => price * 232,
  },
  discounted: {
    currency: 'RON',
    lines: (price, sign) => [line(price, sign, { vatRate: 21, discountPercent: 10 })],
    gross: price => price * 90 + Math.round((price * 189) / 10),
  },
  exempt: {
    currency: 'RON',
    lines: (price, sign) => [line(price, sign, { vatRate: 0, vatCategoryCode: 'E' })],
    gross: price => price * 100,
    ublExtensions: { taxExemptionReason: 'Scutit, art. 292' },
  },
  reverseCharge: {
    currency: 'EUR',
    lines: (price, sign) => [line(price, sign, { vatRate: 0, vatCategoryCode: 'AE' })],
    gross: price => price * 100,
  },
  lowered: { currency: 'EUR', lines: usual, gross: grossOf21, ublExtensions: adjusting(false, '10.00'), adjusted: -1210 },
  charged: { currency: 'RON', lines: usual, gross: grossOf21, ublExtensions: adjusting(true, '200.00'), adjusted: 24_200 },
  lineLowered: {
    currency: 'RON',
    lines: (price, sign) => [
      line(price, sign, {
        vatRate: 21,
        ublExtensions: { allowanceCharges: [{ chargeIndicator: false, amount: '5.00', reason: 'Promo' }] },
      }),
    ],
    gross: grossOf21,
    adjusted: -605,
  },
  prepaid: { currency: 'RON', lines: usual, gross: grossOf21, ublExtensions: { prepaidAmount: '300.00' }, prepaid: 30_000 },
} as const satisfies Record<string, Shape>;
export type ShapeName = keyof typeof SHAPES;
export const SHAPE_NAMES = Object.keys(SHAPES) as ShapeName[];

/** The amounts of a document of a shape and price: total of its lines, total of the e-invoice, and amount to pay. */
export function amountsOf(name: ShapeName, price: number, sign: 1 | -1): { total: number; fiscal: number; payable: number } {
  const { gross, adjusted = 0, prepaid = 0 }: Shape = SHAPES[name];
  const total = sign * gross(price);
  return { total, fiscal: total + adjusted, payable: total + adjusted - prepaid };
}
