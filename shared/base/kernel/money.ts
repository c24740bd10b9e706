import Big from 'big.js';

/**
 * Exact decimal arithmetic. Amounts are decimal strings (`"1234.50"`) in the program and the table, are calculated as `Big`, and
 * become JSON numbers only in presenters. Rounding is half away from zero (TAX-1).
 */
Big.RM = Big.roundHalfUp; // big.js: "half up" is away from zero for both signs.
Big.DP = 20;

export { Big };
export type Decimal = Big;

/** The decimal of a number or numeric string; an absent value is zero. Throws on anything else. */
export const decimal = (value: string | number | Big | null | undefined): Big => new Big(value ?? 0);

/** Rounded to cents. */
export const round2 = (value: Big): Big => value.round(2);

/** The stored form of an amount: two decimals, `.` as separator; never `-0.00`. */
export const amount = (value: Big): string => {
  const rounded = value.round(2);
  return rounded.eq(0) ? '0.00' : rounded.toFixed(2);
};

/** The stored form of a quantity, price or rate: no trailing zeros, no exponent; never `-0`. */
export const plain = (value: Big): string => (value.eq(0) ? '0' : value.toFixed());

/** The sum of stored amounts. */
export const sum = (values: Iterable<string | Big>): Big => {
  let total = new Big(0);
  for (const value of values) total = total.plus(value);
  return total;
};

/** A stored decimal as a JSON number. */
export const presentNumber = (value: string | Big): number => Number(value.toString());

/** `presentNumber` for values that may be absent. */
export const presentNumberOrNull = (value: string | null | undefined): number | null => (value == null ? null : Number(value));

/** A stored amount in whole cents, for DynamoDB counters. */
export const cents = (value: string): number => Number(new Big(value).times(100).toFixed(0));

/** Cents back to the stored form. */
export const fromCents = (value: number): string => amount(new Big(value).div(100));

/** Number of digits after the decimal point. */
export const decimals = (value: Big): number => Math.max(0, value.c.length - 1 - value.e);

/** The largest absolute amount (REQ-27). */
export const MAX_AMOUNT = '9999999999.99';
export const MAX_QUANTITY = '99999999.9999';
