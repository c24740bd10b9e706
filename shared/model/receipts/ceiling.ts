/**
 * How much cash the law lets a company keep at the end of a day (Legea 70/2015 as changed by Legea 296/2023), in lei. What is above it goes to the
 * bank within two working days. Shops of the kinds cash and carry, supermarket and hypermarket have 500,000 lei, and money for wages may be
 * kept for three working days: the service knows neither, so it only marks the days.
 */
export interface CashCeiling {
  from: string;
  lei: number;
  source: string;
}

export const CASH_CEILINGS: readonly CashCeiling[] = [
  {
    ...{ from: '2023-11-11', lei: 50_000 },
    source:
      'Legea 296/2023, in force since 11 November 2023 (sagasoftware.ro, 29.10.2023), kept by OUG 115/2023 (capital.ro, December 2023; elitesolutions.ro, 26.05.2025)',
  },
];

/** The ceiling of a day; undefined before there was one. */
export const ceilingOn = (day: string, all: readonly CashCeiling[] = CASH_CEILINGS): number | undefined =>
  all.findLast(({ from }) => from <= day)?.lei;
