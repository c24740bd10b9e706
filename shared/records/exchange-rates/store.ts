import type { Key } from '#shared/platform/store/table.ts';
import { create, type Write } from '#shared/platform/store/transact.ts';

/**
 * The rates that the national bank published on one day. Stored forever, because documents may have old dates. They belong to no
 * company: one partition holds an item per day of publication.
 */
export interface RateSet {
  /** The day of publication, `YYYY-MM-DD` in Bucharest. */
  date: string;
  /** ISO 4217 code to RON for one unit: a decimal string of up to 6 decimals, without trailing zeros. RON is not among them. */
  rates: Record<string, string>;
}

export const PARTITION = 'EXCHANGE-RATES';

/** Sort key of a day. Keys sort by day, so that the last set before a day is the end of a range. */
export const dayKey = (date: string): string => `DAY#${date}`;

const rateSetKey = (date: string): Key => ({ pk: PARTITION, sk: dayKey(date) });

/** The write that creates a day. A stored day is never overwritten, because documents state its rates. */
export const newRateSet = (set: RateSet, refused?: Write['refused']): Write =>
  create({ ...rateSetKey(set.date), kind: 'exchange-rates', data: set }, refused);
