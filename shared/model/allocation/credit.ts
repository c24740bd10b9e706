import { amount, type Big, decimal, sum } from '#shared/base/kernel/money.ts';

/**
 * The credit of a client: money that it paid and that pays no document yet (SET-50 to SET-54). What each allocation left over is a lot of its
 * own, with its day and exchange rate, and the oldest is used first. Pure.
 */

/** The client of an allocation, as its record has it. */
export interface CreditPartner {
  id: string;
  name: string | null;
  cif: string | null;
}

export interface CreditLot {
  /** The allocation that made it. */
  allocationId: string;
  /** The day on which the money came. */
  date: string;
  currency: string;
  /** Lei for one unit of a foreign currency on that day; null in lei. */
  exchangeRate: string | null;
  amount: string;
  /** What nothing has used yet: above 0. */
  left: string;
}

/** Item `CREDIT#<client>`: there is none while nothing is left. */
export interface ClientCredit {
  partner: CreditPartner;
  /** Oldest first. */
  lots: CreditLot[];
  /** Another one after each change. */
  version: string;
}

/** What was taken of a lot. */
export interface TakenCredit extends Omit<CreditLot, 'left' | 'amount'> {
  amount: string;
  /** What the lot was made with. */
  of: string;
}

/** Lots that a client may have at the same time: they are one item, which each change writes. */
export const MOST_LOTS = 100;

const oldestFirst = (a: CreditLot, b: CreditLot): number =>
  a.date === b.date ? (a.allocationId < b.allocationId ? -1 : 1) : a.date < b.date ? -1 : 1;

const isUsable = (lot: CreditLot, currency: string, day: string): boolean => lot.currency === currency && lot.date <= day;

/** What of a client's credit can be used on a day: money that came later is not there yet. */
export const creditOn = (lots: readonly CreditLot[], currency: string, day: string): Big =>
  sum(lots.filter(lot => isUsable(lot, currency, day)).map(({ left }) => left));

/** The credit by currency, lei first. */
export const creditByCurrency = (lots: readonly CreditLot[]): { currency: string; amount: string }[] =>
  [...Map.groupBy(lots, ({ currency }) => currency)]
    .map(([currency, own]) => ({ currency, amount: amount(sum(own.map(({ left }) => left))) }))
    .toSorted((a, b) => Number(b.currency === 'RON') - Number(a.currency === 'RON') || (a.currency < b.currency ? -1 : 1));

/**
 * Takes an amount of the credit, from the oldest lots first.
 *
 * @param wanted at most `creditOn`
 */
export function takeCredit(
  lots: readonly CreditLot[],
  wanted: Big,
  { currency, day }: { currency: string; day: string },
): { lots: CreditLot[]; taken: TakenCredit[] } {
  let rest = wanted;
  const taken: TakenCredit[] = [];
  const after = lots.flatMap(lot => {
    if (rest.lte(0) || !isUsable(lot, currency, day)) return [lot];
    const share = rest.lt(lot.left) ? rest : decimal(lot.left);
    rest = rest.minus(share);
    const { left, amount: of, ...named } = lot;
    taken.push({ ...named, amount: amount(share), of });
    const remaining = decimal(left).minus(share);
    return remaining.eq(0) ? [] : [{ ...lot, left: amount(remaining) }];
  });
  return { lots: after, taken };
}

/** Gives back what was taken: a lot that was used up is there again. */
export function returnCredit(lots: readonly CreditLot[], taken: readonly TakenCredit[]): CreditLot[] {
  const after = new Map(lots.map(lot => [lot.allocationId, lot]));
  for (const { amount: share, of, ...named } of taken) {
    const left = decimal(after.get(named.allocationId)?.left).plus(share);
    after.set(named.allocationId, { ...named, amount: of, left: amount(left) });
  }
  return [...after.values()].toSorted(oldestFirst);
}

export const withLot = (lots: readonly CreditLot[], lot: CreditLot): CreditLot[] => [...lots, lot].toSorted(oldestFirst);

/** The credit without the lot of an allocation; undefined when something of it has been used. */
export function withoutLot(lots: readonly CreditLot[], allocationId: string): CreditLot[] | undefined {
  const own = lots.find(lot => lot.allocationId === allocationId);
  return own?.left === own?.amount && own ? lots.filter(lot => lot !== own) : undefined;
}
