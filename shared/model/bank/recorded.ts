import { compare } from '#shared/base/kernel/collate.ts';
import type { BankEntry, KnownPayment } from './entry.ts';

/** Lines that were booked before (BNK-15), so that a statement that is sent twice is booked once. Pure. */

/** `reference`: payments with the bank's reference; `amount_and_date`: one of this day and amount, of this partner or document. */
export type Basis = 'reference' | 'amount_and_date';

export interface Recorded {
  basis: Basis;
  /** Whether another payment of this day and amount may be meant. */
  isCertain: boolean;
  payments: KnownPayment[];
}

/** The keys of the partners and the ids of the documents that an entry names. */
export type NamesOf = (entry: BankEntry) => Iterable<string>;

/** What a payment and its line have in common, on one of the days of the line. */
const keyOf = ({ flow, currency, cents }: Pick<BankEntry, 'flow' | 'currency' | 'cents'>, date: string): string =>
  `${date} ${flow} ${currency} ${cents}`;

const daysOf = ({ bookingDate, valueDate }: BankEntry): Set<string> => new Set([bookingDate, valueDate ?? bookingDate]);

const isOf = (entry: BankEntry, payment: KnownPayment): boolean =>
  payment.flow === entry.flow && payment.currency === entry.currency && daysOf(entry).has(payment.date);

const byId = (a: KnownPayment, b: KnownPayment): number => compare(a.id, b.id);

/**
 * What was recorded of each entry. A payment belongs to one entry at most.
 *
 * @param payments in the order of their ids
 */
export function recordedOf(
  entries: readonly BankEntry[],
  payments: readonly KnownPayment[],
  namesOf: NamesOf,
): Map<BankEntry, Recorded> {
  const found = new Map<BankEntry, Recorded>();
  const left = new Set(payments);
  const note = (entry: BankEntry, recorded: Recorded): void => {
    found.set(entry, recorded);
    for (const payment of recorded.payments) left.delete(payment);
  };
  const own = entries.filter(({ isReversal }) => !isReversal);
  const references = new Set(own.map(({ bankReference }) => bankReference));
  const byReference = Map.groupBy(left, ({ reference }) => reference?.trim() ?? '');
  for (const entry of own) {
    const named = (byReference.get(entry.bankReference) ?? []).filter(payment => isOf(entry, payment));
    if (named.length > 0) note(entry, { basis: 'reference', isCertain: true, payments: named });
  }
  const free = [...left].filter(({ reference }) => !references.has(reference?.trim() ?? ''));
  const all = new Alike(free);
  const plain = new Alike(free.filter(({ reference }) => !reference?.trim()));
  // What is certain comes before what is possible, so that it takes no payment away from its own line.
  for (const isCertain of [true, false])
    for (const entry of own) {
      if (found.has(entry)) continue;
      const meant = isCertain
        ? plain.naming(entry, namesOf(entry), left)
        : [...plain.first(entry, left), ...all.naming(entry, namesOf(entry), left)];
      const [payment] = meant.toSorted(byId);
      if (payment) note(entry, { basis: 'amount_and_date', isCertain, payments: [payment] });
    }
  return found;
}

/** Payments by day, direction, currency and amount, and in these by the partner and the documents. */
class Alike {
  readonly #alike = new Map<string, { all: KnownPayment[]; byName: Map<string, KnownPayment[]> }>();

  /** @param payments in the order of their ids */
  constructor(payments: readonly KnownPayment[]) {
    for (const [key, all] of Map.groupBy(payments, payment => keyOf(payment, payment.date))) {
      const byName = new Map<string, KnownPayment[]>();
      for (const payment of all)
        for (const name of new Set([payment.partnerKey, ...payment.documents.map(({ id }) => id)])) {
          const named = byName.get(name);
          if (named) named.push(payment);
          else byName.set(name, [payment]);
        }
      this.#alike.set(key, { all, byName });
    }
  }

  /** The first payment that is left, of each day of an entry. */
  first(entry: BankEntry, left: ReadonlySet<KnownPayment>): KnownPayment[] {
    return [...daysOf(entry)].flatMap(day => this.#alike.get(keyOf(entry, day))?.all.find(one => left.has(one)) ?? []);
  }

  /** The first payment that is left, of each name and day of an entry. */
  naming(entry: BankEntry, names: Iterable<string>, left: ReadonlySet<KnownPayment>): KnownPayment[] {
    const days = [...daysOf(entry)].flatMap(day => this.#alike.get(keyOf(entry, day)) ?? []);
    if (days.length === 0) return [];
    return [...names].flatMap(name => days.flatMap(({ byName }) => byName.get(name)?.find(one => left.has(one)) ?? []));
  }
}
