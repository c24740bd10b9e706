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

/** Whether an entry names the partner or the document of a payment. */
export type Fits = (entry: BankEntry, payment: KnownPayment) => boolean;

const isOf = (entry: BankEntry, payment: KnownPayment): boolean =>
  payment.flow === entry.flow &&
  payment.currency === entry.currency &&
  (payment.date === entry.bookingDate || payment.date === entry.valueDate);

/** What was recorded of each entry. A payment belongs to one entry at most. */
export function recordedOf(
  entries: readonly BankEntry[],
  payments: readonly KnownPayment[],
  fits: Fits,
): Map<BankEntry, Recorded> {
  const found = new Map<BankEntry, Recorded>();
  const left = new Set(payments.toSorted((a, b) => compare(a.id, b.id)));
  const note = (entry: BankEntry, recorded: Recorded): void => {
    found.set(entry, recorded);
    for (const payment of recorded.payments) left.delete(payment);
  };
  const own = entries.filter(({ isReversal }) => !isReversal);
  const references = new Map(own.map(entry => [entry.bankReference, entry]));
  const byReference = Map.groupBy(left, ({ reference }) => reference?.trim() ?? '');
  for (const entry of own) {
    const named = (byReference.get(entry.bankReference) ?? []).filter(payment => isOf(entry, payment));
    if (named.length > 0) note(entry, { basis: 'reference', isCertain: true, payments: named });
  }
  const isFree = ({ reference }: KnownPayment): boolean => !references.has(reference?.trim() ?? '');
  // What is certain comes before what is possible, so that it takes no payment away from its own line.
  for (const isCertain of [true, false])
    for (const entry of own) {
      if (found.has(entry)) continue;
      const payment = [...left].find(one => {
        if (one.cents !== entry.cents || !isOf(entry, one) || !isFree(one)) return false;
        const [isPlain, isFitting] = [!one.reference?.trim(), fits(entry, one)];
        return isCertain ? isPlain && isFitting : isPlain || isFitting;
      });
      if (payment) note(entry, { basis: 'amount_and_date', isCertain, payments: [payment] });
    }
  return found;
}
