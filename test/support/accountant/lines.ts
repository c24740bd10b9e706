import type { Drawing } from './exact.ts';
import type { Company, SentDocument, SentLine } from './sent.ts';

/** What documents of the year are about: their lines, terms and days, drawn by the seed. */

/** A document without its place, issuer and date. */
export type Content = Pick<SentDocument, 'client' | 'currency' | 'lines'> & Partial<SentDocument>;

const GOODS = ['Masă', 'Scaun', 'Raft', 'Dulap', 'Blat', 'Ușă', 'Lac', 'Placaj'];

const decimalOf = (whole: number, digits: number): string =>
  digits === 0 ? String(whole) : (whole / 10 ** digits).toFixed(digits);

/** A line at a rate, with a price of two to four decimals and sometimes a discount. */
export function lineAt(draw: Drawing, rate: string, more: Partial<SentLine> = {}): SentLine {
  const quantity = draw.chance(0.2) ? decimalOf(draw.whole(1, 99_999), 3) : String(draw.whole(1, 40));
  const unitPrice = draw.chance(0.2) ? decimalOf(draw.whole(10_000, 9_999_999), 4) : decimalOf(draw.whole(1000, 60_000), 2);
  const reduced = draw.chance(0.12)
    ? { discountPercent: draw.oneOf(['2.5', '7.5', '10', '33.33']) }
    : draw.chance(0.06)
      ? { discount: '0.37' }
      : {};
  return { description: draw.oneOf(GOODS), quantity, unitPrice, category: 'S', rate, ...reduced, ...more };
}

const taxed = (draw: Drawing, more: Partial<SentLine> = {}): SentLine =>
  lineAt(draw, draw.chance(0.7) ? '21' : '11', draw.chance(0.3) ? { ...more, service: true } : more);
const several = (draw: Drawing, most: number, make: () => SentLine): SentLine[] =>
  Array.from({ length: draw.whole(1, most) }, make);
const untaxed = (draw: Drawing, category: SentLine['category'], more: Partial<SentLine> = {}): SentLine =>
  lineAt(draw, '0', { category, ...more });

/** Other companies of the year, and a firm in Romania. */
const partner = (draw: Drawing, issuer: Company): SentDocument['client'] => {
  const others = (['V', 'T', 'N'] as const).filter(one => one !== issuer);
  return draw.chance(0.45) ? draw.oneOf(others) : 'Alfa';
};
const payer = (draw: Drawing, issuer: Company): SentDocument['client'] =>
  draw.chance(0.4) ? (issuer === 'V' ? 'T' : 'V') : 'Alfa';

/** Whole hundreds, so that the VAT of advance and final invoice is whole cents. */
const hundreds = (draw: Drawing, description: string, more: Partial<SentLine> = {}): SentLine => ({
  ...{ description, quantity: '1', unitPrice: `${draw.whole(10, 90)}00`, category: 'S', rate: '21' },
  ...more,
});

export const finalOf = (draw: Drawing, advance: SentDocument): Content => ({
  ...{ client: advance.client, currency: advance.currency, parent: advance },
  lines: [
    hundreds(draw, 'Mobilier', { quantity: '3', unitPrice: `${draw.whole(90, 120)}00` }),
    { ...(advance.lines[0] as SentLine), quantity: '-1', settles: true },
  ],
});

type Make = (draw: Drawing, issuer: Company, day: string) => Content;

const before = (day: string, days: number): string => new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

const plain: Make = (draw, issuer) => ({
  ...{ client: partner(draw, issuer), currency: 'RON' },
  lines: several(draw, 4, () => taxed(draw)),
});
const inEuros: Make = (draw, issuer) => ({
  ...{ client: partner(draw, issuer), currency: 'EUR' },
  // The recipient finds the exchange rate by the VAT in lei: it has to be large enough for four decimals.
  lines: [lineAt(draw, '21', { quantity: '7', unitPrice: '987.65' }), ...several(draw, 2, () => taxed(draw))],
});
const toConsumer: Make = draw => ({
  ...{ client: 'Ana', currency: 'RON' },
  lines: several(draw, 3, () => taxed(draw, { gross: true })),
});
const withAllowances: Make = (draw, issuer) => ({
  ...{ client: partner(draw, issuer), currency: draw.chance(0.2) ? 'EUR' : 'RON' },
  lines: [lineAt(draw, '21', { quantity: '11', unitPrice: '812.5' }), lineAt(draw, '11')],
  allowances: [
    { isCharge: false, amount: decimalOf(draw.whole(100, 90_000), 2), rate: '21' },
    ...(draw.chance(0.5)
      ? [{ isCharge: true, amount: decimalOf(draw.whole(100, 9000), 2), rate: draw.oneOf(['21', '11']) }]
      : []),
  ],
});

/** Kinds of invoices of companies that are registered for VAT, with how often they occur. */
const OF_PAYERS: [share: number, make: Make][] = [
  [34, plain],
  [12, toConsumer],
  [11, inEuros],
  [9, withAllowances],
  [
    4,
    (draw, issuer) => ({
      ...{ client: payer(draw, issuer), currency: 'RON' },
      lines: several(draw, 2, () => untaxed(draw, 'AE')),
    }),
  ],
  [
    4,
    (draw, _, day) => ({
      ...{ client: 'Berlin', currency: 'EUR', deliveredOn: before(day, draw.whole(0, 40)) },
      lines: several(draw, 2, () => untaxed(draw, 'K')),
    }),
  ],
  [4, draw => ({ client: 'Berlin', currency: 'EUR', lines: [untaxed(draw, 'AE', { service: true })] })],
  [3, (draw, _, day) => ({ client: 'Boston', currency: 'USD', deliveredOn: day, lines: [untaxed(draw, 'G')] })],
  [3, (draw, issuer) => ({ client: partner(draw, issuer), currency: 'RON', lines: [untaxed(draw, 'E'), taxed(draw)] })],
  [
    4,
    (draw, issuer) => ({
      ...{ client: partner(draw, issuer), currency: 'RON', prepaid: decimalOf(draw.whole(100, 50_000), 2) },
      lines: [lineAt(draw, '21', { quantity: '3', unitPrice: '450' }), taxed(draw)],
    }),
  ],
  [7, (draw, issuer) => ({ client: payer(draw, issuer), currency: 'RON', lines: [hundreds(draw, 'Avans mobilier')] })],
  [4, draw => ({ client: 'Alfa', currency: 'EUR', lines: [hundreds(draw, 'Avans mobilier')] })],
  [5, (draw, issuer, day) => ({ ...plain(draw, issuer, day), deliveredOn: before(day, draw.whole(1, 35)) })],
  [4, (draw, issuer, day) => ({ ...inEuros(draw, issuer, day), periodEnd: before(day, draw.whole(1, 35)) })],
];

const WITHOUT_VAT: Make = (draw, issuer) => ({
  ...{ client: draw.chance(0.4) ? 'Ana' : partner(draw, issuer), currency: 'RON' },
  lines: several(draw, 3, () => untaxed(draw, 'O')),
});

/** An invoice of a company on a day, drawn by how often its kind occurs. */
export function invoiceOf(draw: Drawing, issuer: Company, day: string): Content {
  if (issuer === 'N') return WITHOUT_VAT(draw, issuer, day);
  let left = draw.whole(
    1,
    OF_PAYERS.reduce((sum, [share]) => sum + share, 0),
  );
  const [, make] = OF_PAYERS.find(([share]) => (left -= share) <= 0)!;
  const content = make(draw, issuer, day);
  // A tax point of its own cannot be stated together with VAT on collection (BT-7, BT-8).
  if (issuer === 'V' && make === plain && draw.chance(0.15)) return { ...content, taxPointDate: before(day, draw.whole(1, 40)) };
  return content;
}

/** A purchase of V that it makes out in the name of its supplier. */
export const selfBilledOf = (draw: Drawing): Content => {
  const client = draw.chance(0.6) ? 'T' : 'Alfa';
  return { client, currency: 'RON', onCollection: client === 'T', lines: several(draw, 2, () => taxed(draw)) };
};
