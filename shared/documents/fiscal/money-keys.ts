import { addDays } from '#shared/base/kernel/dates.ts';
import { firstIdAt } from '#shared/base/kernel/ids.ts';

/** The sort keys of money that may be on no document, so that what reads it stands below the areas that write it. Pure. */

/** Of an allocation; its id begins with the day of the payment. */
export const ALLOCATION = 'ALLOCATION#';
/** Of a receipt or order to pay cash; its day is next. */
export const RECEIPT = 'RECEIPT#';

/** The sort keys of the allocations of a period, or from a day on. */
export const allocationKeys = (from: string, to?: string): [string, string] => [
  ALLOCATION + firstIdAt(from),
  ALLOCATION + (to === undefined ? '~' : firstIdAt(addDays(to, 1))),
];

/** The sort keys of the receipts of a period, both days included. */
export const receiptKeys = (from: string, to: string): [string, string] => [`${RECEIPT}${from}`, `${RECEIPT}${to}#~`];
