/**
 * Currencies that are still in the authority's lists, with their last day: no new document is in them. A correction of a document in
 * one still is.
 */
export const ENDED_CURRENCIES: Readonly<Record<string, { last: string; source: string }>> = {
  HRK: { last: '2022-12-31', source: 'Croatia has the euro since 1 January 2023: Council Decision (EU) 2022/1211' },
  BGN: { last: '2025-12-31', source: 'Bulgaria has the euro since 1 January 2026: Council Decision of 8 July 2025' },
};

/** Whether a currency had ended on a day. */
export const hasEnded = (currency: string, day: string): boolean => {
  const ended = ENDED_CURRENCIES[currency];
  return ended !== undefined && day > ended.last;
};
