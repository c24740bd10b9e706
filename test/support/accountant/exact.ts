/**
 * Exact arithmetic for the independent calculation of an accountant's year: fractions of whole numbers, without the money code of the
 * service. Amounts are whole cents.
 */
export interface Fraction {
  over: bigint;
  under: bigint;
}

export const fraction = (over: bigint, under = 1n): Fraction => ({ over, under });

/** A decimal text, such as `12.345`, without loss. */
export function exact(text: string | number): Fraction {
  const [whole = '0', digits = ''] = String(text).split('.');
  return fraction(BigInt(whole + digits), 10n ** BigInt(digits.length));
}

export const ofCents = (cents: number): Fraction => fraction(BigInt(cents), 100n);

export const times = (...factors: readonly Fraction[]): Fraction =>
  factors.reduce((all, one) => fraction(all.over * one.over, all.under * one.under), fraction(1n));
export const plus = (...terms: readonly Fraction[]): Fraction =>
  terms.reduce((sum, one) => fraction(sum.over * one.under + one.over * sum.under, sum.under * one.under), fraction(0n));
export const minus = (from: Fraction, taken: Fraction): Fraction => plus(from, fraction(-taken.over, taken.under));
export const divided = (by: Fraction, divisor: Fraction): Fraction => fraction(by.over * divisor.under, by.under * divisor.over);

/** Rounded to whole cents, half away from zero. */
export function toCents({ over, under }: Fraction): number {
  const [n, d] = under < 0n ? [-over, -under] : [over, under];
  const size = (n < 0n ? -n : n) * 100n;
  const cents = (2n * size + d) / (2n * d);
  return Number(n < 0n ? -cents : cents);
}

/** The whole cents below, and the fraction of a cent that is left. */
function floorCents({ over, under }: Fraction): { cents: number; rest: number } {
  const scaled = over * 100n;
  const floor = scaled >= 0n ? scaled / under : -((-scaled + under - 1n) / under);
  return { cents: Number(floor), rest: Number(scaled - floor * under) / Number(under) };
}

/**
 * Exact amounts as cents that add up to their rounded sum: what is left after rounding down goes, a cent each, to those of which the most
 * was cut. Amounts that take back are divided as what they take back.
 */
export function divideCents(amounts: readonly Fraction[]): number[] {
  const sum = toCents(plus(...amounts));
  if (sum < 0) return divideCents(amounts.map(({ over, under }) => fraction(-over, under))).map(cents => 0 - cents);
  const floors = amounts.map(floorCents);
  let left = sum - floors.reduce((all, { cents }) => all + cents, 0);
  const cents = floors.map(floor => floor.cents);
  const byRest = [...floors.keys()].sort((a, b) => floors[b]!.rest - floors[a]!.rest || a - b);
  for (const place of byRest) if (left-- > 0) cents[place]! += 1;
  return cents;
}

/** A part of whole cents, rounded: `cents × of ÷ whole`. */
export const partOf = (cents: number, of: number, whole: number): number =>
  toCents(divided(times(ofCents(cents), ofCents(of)), ofCents(whole)));

/** Numbers that look random, the same for a seed (mulberry32). */
export function drawing(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    /** A whole number from `from` to `to`, both included. */
    whole,
    chance: (share: number): boolean => next() < share,
    oneOf: <T>(all: readonly T[]): T => all[whole(0, all.length - 1)] as T,
  };
}
export type Drawing = ReturnType<typeof drawing>;
