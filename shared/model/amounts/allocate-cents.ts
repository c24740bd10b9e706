import { Big } from '#shared/base/kernel/money.ts';

/**
 * Rounds exact shares to cents so that they sum to `target` (a whole number of cents), by the largest-remainder method: every share
 * is rounded down, then the missing cents are added one each to the shares that lost most; of equal ones, the earlier. Shares of
 * zero stay zero. `target` may differ from the exact sum by some cents, which are distributed in the same way. Negated shares and
 * target give the negated result.
 */
export function spread(shares: readonly Big[], target: Big): Big[] {
  const negative = target.lt(0) || (target.eq(0) && (shares.find(share => !share.eq(0))?.lt(0) ?? false));
  if (negative) {
    return spread(
      shares.map(share => share.neg()),
      target.neg(),
    ).map(share => share.neg());
  }

  const floored = shares.map(floorToCent);
  const byLoss = shares
    .map((share, index) => ({ index, zero: share.eq(0), loss: share.minus(floored[index]!) }))
    .filter(share => !share.zero)
    .sort((a, b) => b.loss.cmp(a.loss));

  const assigned = floored.reduce((total, share) => total.plus(share), new Big(0));
  const missing = Number(target.minus(assigned).times(100));
  const each = Math.floor(missing / byLoss.length);
  const extra = missing - each * byLoss.length;
  byLoss.forEach(({ index }, rank) => {
    const cents = each + (rank < extra ? 1 : 0);
    floored[index] = floored[index]!.plus(new Big(cents).div(100));
  });
  return floored;
}

/** Rounds down (towards minus infinity) to a whole cent. */
function floorToCent(value: Big): Big {
  const truncated = value.round(2, Big.roundDown);
  return truncated.gt(value) ? truncated.minus('0.01') : truncated;
}
