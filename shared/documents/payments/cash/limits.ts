/**
 * How much cash the law lets a company take and pay (Legea 70/2015, art. 3 and 4), in lei. Above the limit of a day a document may not be paid in parts
 * either: so much of it in cash, the rest by bank (art. 3 (2), (3), art. 4). Sales by instalments to persons are excepted, which are not known here.
 */
export interface CashLimits {
  from: string;
  /** The last day; null: still in force. */
  until: string | null;
  /** From a company, or a person who acts as a business, in a day. */
  business: number;
  /** From or to a person in a day. */
  person: number;
  /** To a company, or a person who acts as a business, in a day; null: not certain, so nothing is compared. */
  paid: number | null;
  /** To all of them together in a day. */
  totalPaidADay: number | null;
  source: string;
}

export const CASH_LIMITS: readonly CashLimits[] = [
  {
    ...{ from: '2015-05-09', until: '2023-11-10', business: 5_000, person: 10_000, paid: 5_000, totalPaidADay: 10_000 },
    source: 'Legea 70/2015, art. 3 (1) a and c, art. 4; in force since 9 May 2015',
  },
  {
    // What may be paid to businesses in these weeks was not found out.
    ...{ from: '2023-11-11', until: '2023-12-31', business: 5_000, person: 10_000, paid: null, totalPaidADay: null },
    source: 'OUG 98/2023 (M.Of. 1026/10.11.2023), before the lower limits of Legea 296/2023 took effect on 11 November 2023',
  },
  {
    ...{ from: '2024-01-01', until: null, business: 5_000, person: 10_000, paid: 5_000, totalPaidADay: 10_000 },
    source: 'Legea 70/2015 as changed by OUG 115/2023; as reported in October 2025 (evz.ro, 16.10.2025)',
  },
];

/** The limits that are in force on a day; undefined before there were any. */
export const limitsOn = (day: string, all: readonly CashLimits[] = CASH_LIMITS): CashLimits | undefined =>
  all.find(({ from, until }) => from <= day && (until === null || day <= until));

/** A partner as the limits regard it. */
export interface LimitedPartner {
  /** Whether the cash is taken, or paid. */
  way: 'taken' | 'paid';
  isPerson: boolean;
}

/** The limit of a partner; null for none. */
export const limitOf = (limits: CashLimits | undefined, { way, isPerson }: LimitedPartner): number | null =>
  (isPerson ? limits?.person : way === 'paid' ? limits?.paid : limits?.business) ?? null;
