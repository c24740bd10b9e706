/** What a line or a product says of itself (TAX-68). */

/** Absent on lines and products that are turnover. */
export const NOT_TURNOVER = ['sgr_deposit', 'disbursement'] as const;
export type NotTurnover = (typeof NOT_TURNOVER)[number];
export const TURNOVER_KINDS = ['normal', ...NOT_TURNOVER] as const;
export type TurnoverKind = (typeof TURNOVER_KINDS)[number];
