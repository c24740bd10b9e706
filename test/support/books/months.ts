import { textTable } from './text-table.ts';

/** The sums of the books of documents.ts, calculated by hand. */

/**
 * Each document by kind, in lei: the kind of a supply is what a VAT return asks for. A document that keeps the rate of an advance has two
 * rates: D17 is 5,000 × 5.0739 - 2,000 × 5.0908 = 15,187.90, and its VAT 1,050 × 5.0739 - 420 × 5.0908 = 3,189.46.
 */
export const BY_KIND = textTable(
  ['doc', 'kind', 'base', 'vat'],
  `
  doc | kind                             |     base |     VAT
  D01 | taxable 21 %                     |  1234.50 |  259.25
  D02 | taxable 11 %                     |   233.31 |   25.66
  D03 | taxable 21 %                     |  2895.72 |  608.10
  D03 | taxable 11 %                     |   220.00 |   24.20
  D04 | taxable 21 %                     |   247.91 |   52.06
  D04 | taxable 11 %                     |    22.52 |    2.48
  D05 | reverse charge in Romania        | 10000.00 |    0.00
  D06 | goods to the European Union      | 25538.50 |    0.00
  D07 | export                           |  8849.40 |    0.00
  D08 | services to the European Union   |  2446.75 |    0.00
  D09 | taxable 21 %                     |  2050.00 |  430.50
  D10 | taxable 21 %                     |  3000.00 |  630.00
  D11 | taxable 21 %                     |  7000.00 | 1470.00
  D12 | taxable 21 %                     |  -246.90 |  -51.85
  D13 | taxable 11 %                     |  -233.31 |  -25.66
  D14 | taxable 21 %                     |  -924.99 | -194.25
  D15 | taxable 21 %                     |  5090.70 | 1069.05
  D16 | taxable 21 %                     | 10181.60 | 2138.14
  D17 | taxable 21 %                     | 15187.90 | 3189.46
  D18 | taxable 21 %                     |   930.00 |  195.30
  D18 | taxable 11 %                     |   100.00 |   11.00
  D19 | taxable 21 %                     |  1000.00 |  210.00
  D20 | taxable 21 %                     |  1080.00 |  226.80
  D21 | taxable 21 %                     |   300.00 |   63.00
  D22 | taxable 21 %                     |   200.00 |   42.00
  D23 | taxable 21 %                     |  5000.00 | 1050.00
  D24 | taxable 21 %                     |  5108.80 | 1072.85
  D26 | exempt                           |   900.00 |    0.00
  D27 | taxable 21 %                     |     3.60 |    0.76
  D28 | taxable 21 %                     |  2032.88 |  426.90
  D29 | taxable 21 %                     |  -509.07 | -106.90
  D30 | bought 21 %                      |   600.00 |  126.00
  D31 | taxable 21 %                     |  2529.30 |  531.15
  D31 | taxable 11 %                     |   100.00 |   11.00
  R01 | bought 21 %                      |  1000.00 |  210.00
  R02 | bought 21 %                      |  -200.00 |  -42.00
  R03 | bought 21 %                      |   300.00 |   63.00
  R03 | bought 11 %                      |   120.00 |   13.20
  R04 | bought 21 %                      |  -150.00 |  -31.50
  R05 | bought 21 %                      |  2545.00 |  534.45
  R06 | bought under reverse charge      |  4000.00 |    0.00
  R07 | taxable 21 %, made out by buyers |   700.00 |  147.00
  R08 | bought 21 %                      |   900.00 |  189.00
  R09 | bought 21 %                      |  1000.00 |  210.00
  R10 | bought without VAT               |   300.00 |    0.00
  R11 | bought 21 %                      |  -200.00 |  -42.00
`,
);

/** A month by kind, in lei. Of D24 the tax point counts, which is in the month of its issue as well. */
export const MONTH_BY_KIND = textTable(
  ['month', 'kind', 'base', 'vat'],
  `
  month   | kind                             |     base |     VAT
  2026-10 | taxable 21 %                     | 44150.94 | 9271.71
  2026-10 | taxable 11 %                     |   342.52 |   37.68
  2026-10 | taxable 21 %, made out by buyers |   700.00 |  147.00
  2026-10 | reverse charge in Romania        | 10000.00 |    0.00
  2026-10 | goods to the European Union      | 25538.50 |    0.00
  2026-10 | services to the European Union   |  2446.75 |    0.00
  2026-10 | export                           |  8849.40 |    0.00
  2026-10 | exempt                           |   900.00 |    0.00
  2026-10 | bought 21 %                      |  5395.00 | 1132.95
  2026-10 | bought 11 %                      |   120.00 |   13.20
  2026-10 | bought under reverse charge      |  4000.00 |    0.00
  2026-10 | bought without VAT               |   300.00 |    0.00
  2026-11 | taxable 21 %                     | 19241.01 | 4040.61
  2026-11 | taxable 11 %                     |   100.00 |   11.00
  2026-11 | bought 21 %                      |   400.00 |   84.00
`,
);

/**
 * * The `totals` of the list of a month, by currency and role. Sales include documents that buyers issued in the company's name (R07),
 * purchases those that the company issued in its suppliers' name (D30). October is read at its end, and again after a credit note of
 * November on D15, which takes 121 EUR off what the client owes, and one on R09, which takes 242 lei off what the company owes.
 */
export const TOTALS = textTable(
  [
    ...(['read', 'month', 'currency', 'role'] as const),
    ...(['subtotal', 'vatTotal', 'total', 'fiscalSubtotal', 'fiscalVatTotal', 'fiscalTotal', 'payableTotal'] as const),
    ...(['receivable', 'payable'] as const),
  ],
  `
  read       | month   | cur | role     | of lines |     VAT |    total | e-invoice |     VAT |    total |   to pay | receivable | payable
  2026-10-31 | 2026-10 | EUR | sale     |  9480.00 |  840.00 | 10320.00 |   9480.00 |  840.00 | 10320.00 | 10320.00 |    7900.00 |    0.00
  2026-10-31 | 2026-10 | EUR | purchase |   500.00 |  105.00 |   605.00 |    500.00 |  105.00 |   605.00 |   605.00 |       0.00 |  605.00
  2026-10-31 | 2026-10 | RON | sale     | 35902.36 | 5216.25 | 41118.61 |  35712.36 | 5176.35 | 40888.71 | 40388.71 |   35895.71 |    0.00
  2026-10-31 | 2026-10 | RON | purchase |  7270.00 |  611.70 |  7881.70 |   7270.00 |  611.70 |  7881.70 |  7881.70 |       0.00 | 7881.70
  2026-10-31 | 2026-10 | USD | sale     |  2000.00 |    0.00 |  2000.00 |   2000.00 |    0.00 |  2000.00 |  2000.00 |    2000.00 |    0.00
  2026-11-27 | 2026-10 | EUR | sale     |  9480.00 |  840.00 | 10320.00 |   9480.00 |  840.00 | 10320.00 | 10320.00 |    7779.00 |    0.00
  2026-11-27 | 2026-10 | EUR | purchase |   500.00 |  105.00 |   605.00 |    500.00 |  105.00 |   605.00 |   605.00 |       0.00 |  605.00
  2026-11-27 | 2026-10 | RON | sale     | 35902.36 | 5216.25 | 41118.61 |  35712.36 | 5176.35 | 40888.71 | 40388.71 |   35895.71 |    0.00
  2026-11-27 | 2026-10 | RON | purchase |  7270.00 |  611.70 |  7881.70 |   7270.00 |  611.70 |  7881.70 |  7881.70 |       0.00 | 7639.70
  2026-11-27 | 2026-10 | USD | sale     |  2000.00 |    0.00 |  2000.00 |   2000.00 |    0.00 |  2000.00 |  2000.00 |    2000.00 |    0.00
  2026-11-27 | 2026-11 | EUR | sale     |  3300.00 |  693.00 |  3993.00 |   3300.00 |  693.00 |  3993.00 |  3993.00 |    4114.00 |    0.00
  2026-11-27 | 2026-11 | RON | sale     |  2629.30 |  542.15 |  3171.45 |   2629.30 |  542.15 |  3171.45 |  3171.45 |    3171.45 |    0.00
  2026-11-27 | 2026-11 | RON | purchase |   400.00 |   84.00 |   484.00 |    400.00 |   84.00 |   484.00 |   484.00 |       0.00 |  726.00
`,
);

/** The VAT of October's purchases in lei: the deductible VAT includes the self-assessed VAT of R06, which is due as well. */
export const OCTOBER_DEDUCTION = textTable(
  ['read', 'deductible', 'deferred', 'assessed'],
  `
  read       | deductible | deferred | self-assessed
  2026-10-31 |    1776.15 |   210.00 |        840.00
  2026-11-27 |    1776.15 |   168.00 |        840.00
`,
);

/**
 * The amounts charged to clients in lei, less credit notes; each document at its own rate, and an advance at that of its invoice.
 * `invoiced`: the sum of the lines of invoices, without credit notes, allowances and charges (`invoiceTotal`).
 */
export const CLIENTS = textTable(
  ['client', 'base', 'vat', 'total', 'toPay', 'invoiced'],
  `
  client |     base |     VAT |    total |   to pay | invoiced
  Alfa   | 37371.23 | 5516.96 | 42888.19 | 42388.19 | 43675.81
  Ana    |   270.43 |   54.54 |   324.97 |   324.97 |   324.97
  Berlin | 27985.25 |    0.00 | 27985.25 | 27985.25 | 27985.25
  Beta   | 37092.81 | 7789.50 | 44882.31 | 44882.31 | 45498.28
  Boston |  8849.40 |    0.00 |  8849.40 |  8849.40 |  8849.40
  Gamma  |     0.00 |    0.00 |     0.00 |     0.00 |     0.00
`,
);

/** Purchases from suppliers, less credit notes, in lei. R07 is no purchase from Vest. */
export const SUPPLIERS = textTable(
  ['supplier', 'base', 'vat', 'total'],
  `
  supplier |    base |    VAT |   total
  Vest     | 8515.00 | 936.15 | 9451.15
  Tisa     |  800.00 | 168.00 |  968.00
  Nord     |  300.00 |   0.00 |  300.00
`,
);
