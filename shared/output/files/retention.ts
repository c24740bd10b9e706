/** How long documents must be kept. Pure. */

/**
 * Years by law: from 1 July of the year after the end of the financial year (Legea 82/1991, art. 25 (1), and OMFP 2634/2015, annex 1, as in
 * force in November 2026). No setting of a company goes below.
 */
export const RETENTION_BY_LAW = 5;

/** The first day after the retention period of what was made on a day. @param day `YYYY-MM-DD` @param years such as `RETENTION_BY_LAW` */
export const retentionEnd = (day: string, years: number): string => `${Number(day.slice(0, 4)) + 1 + years}-07-01`;

/** The earliest issue date of documents that are still in their retention period on a day. @param day `YYYY-MM-DD` */
export function firstRetained(day: string, years: number): string {
  const year = Number(day.slice(0, 4));
  return `${year - 1 - years + (day.slice(5) < '07-01' ? 0 : 1)}-01-01`;
}
