import { textTable } from './text-table.ts';

/**
 * * Two months of books of a company that is registered for VAT: the documents that it issued (D) and received (R), with the figures of
 * each, calculated by hand. `base`, `VAT`, `total` and `to pay` are those of the e-invoice (BT-109, BT-110, BT-112, BT-115) in the
 * document's currency, `open` what is unpaid when the books end. `rate`: lei for one unit, as the national bank published it on the last
 * day before the tax point; the bank's rates are those of the local runtime.
 */

/** The documents that the company issued. own-documents.ts creates them. */
export const OWN = textTable(
  ['doc', 'day', 'what', 'client', 'currency', 'rate', 'base', 'vat', 'total', 'toPay', 'open'],
  `
  doc | day        | what it is                                                    | client | cur | rate   |     base |     VAT |    total |   to pay |     open
  D01 | 2026-10-01 | 10 of 123.45                                                  | Alfa   | RON | 1      |  1234.50 |  259.25 |  1493.75 |  1493.75 |   695.00
  D02 | 2026-10-01 | 7 books of 33.33 at 11 %                                      | Alfa   | RON | 1      |   233.31 |   25.66 |   258.97 |   258.97 |     0.00
  D03 | 2026-10-01 | two rates, discounts of 7.5 % and of 11.01                    | Alfa   | RON | 1      |  3115.72 |  632.30 |  3748.02 |  3748.02 |  2628.78
  D04 | 2026-10-02 | prices with VAT, to a consumer: 3 of 99.99, and 25 at 11 %    | Ana    | RON | 1      |   270.43 |   54.54 |   324.97 |   324.97 |   324.97
  D05 | 2026-10-05 | cereals, reverse charge: 20,000 of 0.5                        | Alfa   | RON | 1      | 10000.00 |    0.00 | 10000.00 | 10000.00 | 10000.00
  D06 | 2026-10-08 | goods to Germany: 10 of 500 EUR                               | Berlin | EUR | 5.1077 |  5000.00 |    0.00 |  5000.00 |  5000.00 |  5000.00
  D07 | 2026-10-09 | export to the United States: 4 of 500 USD                     | Boston | USD | 4.4247 |  2000.00 |    0.00 |  2000.00 |  2000.00 |  2000.00
  D08 | 2026-10-12 | services to Germany: 8 of 60 EUR                              | Berlin | EUR | 5.0974 |   480.00 |    0.00 |   480.00 |   480.00 |   480.00
  D09 | 2026-10-06 | two delivery notes, of 1,250 and 800                          | Alfa   | RON | 1      |  2050.00 |  430.50 |  2480.50 |  2480.50 |  2480.50
  D10 | 2026-10-13 | advance of 3,000                                              | Alfa   | RON | 1      |  3000.00 |  630.00 |  3630.00 |  3630.00 |     0.00
  D11 | 2026-10-14 | 10,000 less the advance D10                                   | Alfa   | RON | 1      |  7000.00 | 1470.00 |  8470.00 |  8470.00 |  8470.00
  D12 | 2026-10-15 | credit note on D01: 2 of 123.45                               | Alfa   | RON | 1      |  -246.90 |  -51.85 |  -298.75 |  -298.75 |     0.00
  D13 | 2026-10-15 | credit note on all of D02                                     | Alfa   | RON | 1      |  -233.31 |  -25.66 |  -258.97 |  -258.97 |     0.00
  D14 | 2026-10-16 | negative invoice on D03: 1 of 999.99 less 7.5 %               | Alfa   | RON | 1      |  -924.99 | -194.25 | -1119.24 | -1119.24 |     0.00
  D15 | 2026-10-20 | 1,000 EUR                                                     | Beta   | EUR | 5.0907 |  1000.00 |  210.00 |  1210.00 |  1210.00 |  1089.00
  D16 | 2026-10-21 | advance of 2,000 EUR                                          | Beta   | EUR | 5.0908 |  2000.00 |  420.00 |  2420.00 |  2420.00 |     0.00
  D17 | 2026-11-18 | 5,000 EUR less the advance D16                                | Beta   | EUR | 5.0739 |  3000.00 |  630.00 |  3630.00 |  3630.00 |  3630.00
  D18 | 2026-10-22 | 1,000 and 100 at 11 %, discount of 100, transport of 30       | Alfa   | RON | 1      |  1030.00 |  206.30 |  1236.30 |  1236.30 |  1236.30
  D19 | 2026-10-22 | 4 of 250, of which 500 are prepaid                            | Alfa   | RON | 1      |  1000.00 |  210.00 |  1210.00 |   710.00 |   710.00
  D20 | 2026-10-23 | 2 of 600, discount of the line of 120                         | Alfa   | RON | 1      |  1080.00 |  226.80 |  1306.80 |  1306.80 |  1306.80
  D21 | 2026-10-23 | 300, paid in cash at once                                     | Alfa   | RON | 1      |   300.00 |   63.00 |   363.00 |   363.00 |     0.00
  D22 | 2026-10-26 | 200                                                           | Alfa   | RON | 1      |   200.00 |   42.00 |   242.00 |   242.00 |   242.00
  D23 | 2026-10-27 | 5,000                                                         | Alfa   | RON | 1      |  5000.00 | 1050.00 |  6050.00 |  6050.00 |  6050.00
  D24 | 2026-10-30 | 1,000 EUR with the tax point 2026-10-05                       | Beta   | EUR | 5.1088 |  1000.00 |  210.00 |  1210.00 |  1210.00 |  1210.00
  D25 | 2026-10-30 | 150, cancelled before it was sent: counts nowhere             | Alfa   | RON | 1      |   150.00 |   31.50 |   181.50 |   181.50 |     0.00
  D26 | 2026-10-30 | exempt: 900                                                   | Alfa   | RON | 1      |   900.00 |    0.00 |   900.00 |   900.00 |   900.00
  D27 | 2026-10-30 | 30 lines of 0.07, 0.12 and 0.17                               | Alfa   | RON | 1      |     3.60 |    0.76 |     4.36 |     4.36 |     4.36
  D28 | 2026-11-20 | a delivery note of 2026-11-05, whose rate it keeps: 10 of 40  | Beta   | EUR | 5.0822 |   400.00 |   84.00 |   484.00 |   484.00 |   484.00
  D29 | 2026-11-20 | credit note on D15, whose rate it keeps: 100 EUR              | Beta   | EUR | 5.0907 |  -100.00 |  -21.00 |  -121.00 |  -121.00 |     0.00
  D30 | 2026-11-23 | made out in the name of a supplier (389): 600 are bought      | Gamma  | RON | 1      |   600.00 |  126.00 |   726.00 |   726.00 |   726.00
  D31 | 2026-11-27 | recurring: 500 EUR at the rate of the day, and 100 at 11 %    | Alfa   | RON | 1      |  2629.30 |  542.15 |  3171.45 |  3171.45 |  3171.45
`,
);

/**
 * * The sums of the lines alone (`subtotal`, `vatTotal`, `total`) where they differ from the e-invoice: allowances and charges are not
 * lines. Everything that a person reads has the figures of the e-invoice.
 */
export const OF_LINES = textTable(
  ['doc', 'base', 'vat', 'total'],
  `
  doc |    base |    VAT |   total
  D18 | 1100.00 | 221.00 | 1321.00
  D20 | 1200.00 | 252.00 | 1452.00
`,
);

/**
 * * The documents that the company received, from its suppliers: Vest (registered for VAT), Tisa (VAT on collection), Nord (not
 * registered). `deductible`, `deferred` and `self-assessed` are VAT in lei at the end of the books; R07 is not deducted, as it is a sale
 * of the company. received-documents.ts creates them.
 */
export const RECEIVED = textTable(
  [
    'doc',
    'day',
    'what',
    'from',
    'currency',
    'rate',
    'base',
    'vat',
    'total',
    'toPay',
    'open',
    'deductible',
    'deferred',
    'assessed',
  ],
  `
  doc | day        | what it is                                              | from | cur | rate | base    | VAT    | total   | to pay  | open    | deduct. | deferred | self-ass.
  R01 | 2026-10-05 | 1,000                                                   | Vest | RON | 1    | 1000.00 | 210.00 | 1210.00 | 1210.00 |  968.00 |  210.00 |     0.00 |   0.00
  R02 | 2026-10-12 | credit note on R01: 200                                 | Vest | RON | 1    | -200.00 | -42.00 | -242.00 | -242.00 |    0.00 |  -42.00 |     0.00 |   0.00
  R03 | 2026-10-07 | 300, and 120 at 11 %                                    | Vest | RON | 1    |  420.00 |  76.20 |  496.20 |  496.20 |  314.70 |   76.20 |     0.00 |   0.00
  R04 | 2026-10-14 | negative invoice on R03: 150                            | Vest | RON | 1    | -150.00 | -31.50 | -181.50 | -181.50 |    0.00 |  -31.50 |     0.00 |   0.00
  R05 | 2026-10-19 | 500 EUR, at the rate that the supplier states           | Vest | EUR | 5.09 |  500.00 | 105.00 |  605.00 |  605.00 |  605.00 |  534.45 |     0.00 |   0.00
  R06 | 2026-10-20 | scrap iron, reverse charge: 4,000                       | Vest | RON | 1    | 4000.00 |   0.00 | 4000.00 | 4000.00 | 4000.00 |  840.00 |     0.00 | 840.00
  R07 | 2026-10-22 | made out in the name of the company (389): it sells 700 | Vest | RON | 1    |  700.00 | 147.00 |  847.00 |  847.00 |  847.00 |         |          |
  R08 | 2026-10-23 | 1,000 less a discount of 100                            | Vest | RON | 1    |  900.00 | 189.00 | 1089.00 | 1089.00 | 1089.00 |  189.00 |     0.00 |   0.00
  R09 | 2026-10-26 | 1,000, VAT on collection, unpaid                        | Tisa | RON | 1    | 1000.00 | 210.00 | 1210.00 | 1210.00 |  968.00 |    0.00 |   168.00 |   0.00
  R10 | 2026-10-27 | 300 without VAT                                         | Nord | RON | 1    |  300.00 |   0.00 |  300.00 |  300.00 |  300.00 |    0.00 |     0.00 |   0.00
  R11 | 2026-11-10 | credit note on R09: 200                                 | Tisa | RON | 1    | -200.00 | -42.00 | -242.00 | -242.00 |    0.00 |    0.00 |     0.00 |   0.00
`,
);
