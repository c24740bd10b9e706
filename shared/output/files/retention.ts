/** How long documents must be kept. Pure. */

/** Years by law (Legea 82/1991, art. 23 and 25): from 1 July of the year after the end of the financial year. */
export const RETENTION_BY_LAW = 5;

/** The first day after the retention period of what was made on a day. @param day `YYYY-MM-DD` @param years such as `RETENTION_BY_LAW` */
export const retentionEnd = (day: string, years: number): string => `${Number(day.slice(0, 4)) + 1 + years}-07-01`;
