import { amount, type Big, decimal, round2 } from '#shared/base/kernel/money.ts';

/**
 * Splits an amount by weights so that the parts sum to it to the cent: each is what the rounded running sum grows by. Where the weights sum to
 * nothing, the last part is all of it. Pure.
 */
export function sharesOf(total: string, weights: readonly Big[]): string[] {
  const whole = weights.reduce((all, weight) => all.plus(weight), decimal(0));
  let before = decimal(0);
  let running = decimal(0);
  return weights.map((weight, place) => {
    running = running.plus(weight);
    const isLast = place === weights.length - 1;
    const until = isLast ? decimal(total) : whole.eq(0) ? decimal(0) : round2(decimal(total).times(running).div(whole));
    const part = until.minus(before);
    before = until;
    return amount(part);
  });
}
