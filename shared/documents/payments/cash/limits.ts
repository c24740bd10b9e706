/**
 * How much cash the law lets a company take from one person, or pay to one, in a day (Legea 70/2015, art. 3 and 4), in lei. Dates
 * without a row have no limit here: from 11 November to the end of 2023 lower limits were in force for some weeks (Legea 296/2023), and
 * were taken back.
 */
export interface CashLimits {
  from: string;
  /** The last day; null: still in force. */
  until: string | null;
  /** From or to a company, or a person who acts as a business. */
  business: number;
  /** From or to a person. */
  person: number;
  source: string;
}

export const CASH_LIMITS: readonly CashLimits[] = [
  {
    ...{ from: '2015-05-09', until: '2023-11-10', business: 5_000, person: 10_000 },
    source: 'Legea 70/2015, art. 3 (1) a, art. 4 (1); in force since 9 May 2015',
  },
  {
    ...{ from: '2024-01-01', until: null, business: 5_000, person: 10_000 },
    source: 'Legea 70/2015 as changed by OUG 115/2023; as reported in October 2025 (evz.ro, 16.10.2025)',
  },
];

/** The limits that are in force on a day; undefined for none. */
export const limitsOn = (day: string, all: readonly CashLimits[] = CASH_LIMITS): CashLimits | undefined =>
  all.find(({ from, until }) => from <= day && (until === null || day <= until));
