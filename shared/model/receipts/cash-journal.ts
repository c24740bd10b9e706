import { amount, cents, decimal, fromCents, sum } from '#shared/base/kernel/money.ts';
import type { Allocation } from '../allocation/allocation.ts';
import type { PaymentEntry } from '../fiscal/projection.ts';
import { CASH_CEILINGS, ceilingOn } from './ceiling.ts';
import type { Receipt } from './receipt.ts';

/** The cash journal (`registru de casă`): what was taken and paid in lei, by day, with the balance of each day. Pure. */

/** A movement of cash: a receipt, or a cash payment, or cash on account of a client, for which none was issued. */
export interface CashMovement {
  date: string;
  /** The order within a day. */
  recordedAt: string;
  kind: 'receipt' | 'cash_payment' | 'payment';
  /** Null for a cash payment without a receipt. */
  number: string | null;
  receiptId: string | null;
  /** The documents that it settles. */
  documents: { id: string; number: string }[];
  partner: string | null;
  notes: string | null;
  isCancelled: boolean;
  /** Whether it gives back what was paid for its documents, to a client or by a supplier. */
  isRefund: boolean;
  /** In lei; one of the two is 0.00, and of a cancelled receipt both. */
  in: string;
  out: string;
}

/** A day with movements. */
export interface CashDay {
  date: string;
  opening: string;
  in: string;
  out: string;
  closing: string;
  /** Whether more is left at the end of the day than the law allows. */
  isAboveCeiling: boolean;
}

export interface CashJournal {
  from: string;
  to: string;
  opening: string;
  in: string;
  out: string;
  closing: string;
  /** The largest allowed balance at the end of the last day; null without one. */
  ceiling: number | null;
  days: CashDay[];
  movements: CashMovement[];
}

/** The cash of a receipt. A cancelled one keeps its place and its number, without an amount. */
export function movementOfReceipt(receipt: Receipt): CashMovement {
  const isCancelled = receipt.status === 'cancelled';
  const counted = isCancelled ? '0.00' : receipt.amount;
  return {
    ...{ date: receipt.date, recordedAt: receipt.createdAt, kind: receipt.kind, number: receipt.number, receiptId: receipt.id },
    documents: receipt.documents.map(({ id, number }) => ({ id, number })),
    ...{ partner: receipt.partner.name, notes: receipt.notes, isCancelled },
    isRefund: receipt.kind === 'cash_payment' && receipt.documents.length > 0,
    in: receipt.kind === 'receipt' ? counted : '0.00',
    out: receipt.kind === 'receipt' ? '0.00' : counted,
  };
}

/** Whether a payment is a movement of its own: cash in lei, without a receipt, which has it already. */
export const isUnreceipted = ({ cash, receiptId, currency }: PaymentEntry): boolean =>
  cash === true && receiptId === undefined && currency === 'RON';

/** The cash of a payment without a receipt: in for a sale, out for a purchase, and the other way round when it was paid back. */
export function movementOfPayment(entry: PaymentEntry): CashMovement {
  const isRefund = decimal(entry.amount).lt(0);
  const isIn = (entry.role === 'sale') !== isRefund;
  const counted = amount(decimal(entry.amount).abs());
  return {
    ...{ date: entry.paymentDate, recordedAt: entry.recordedAt, kind: 'payment', number: null, receiptId: null },
    documents: [{ id: entry.documentId, number: entry.number }],
    ...{ partner: entry.partner.name, notes: null, isCancelled: false, isRefund },
    in: isIn ? counted : '0.00',
    out: isIn ? '0.00' : counted,
  };
}

/**
 * The cash that an allocation without a receipt has brought to the credit of its client, or paid back of it; what documents got of it is on
 * their payments. Undefined for none.
 */
export function movementOfAllocation(allocation: Allocation): CashMovement | undefined {
  const { amount: money, credit, taken, currency, paymentMethod, receipt } = allocation;
  if (paymentMethod !== 'cash' || currency !== 'RON' || receipt) return undefined;
  const isIn = decimal(money).gt(0);
  // Credit that came of what was owed back on documents, or that pays them, is no cash.
  const most = isIn ? decimal(credit) : sum(taken.map(lot => lot.amount));
  const cash = most.lt(decimal(money).abs()) ? most : decimal(money).abs();
  if (cash.eq(0)) return undefined;
  return {
    ...{
      date: allocation.paymentDate,
      recordedAt: allocation.createdAt,
      kind: 'payment',
      number: null,
      receiptId: null,
      documents: [],
    },
    ...{ partner: allocation.partner.name, notes: allocation.notes, isCancelled: false, isRefund: false },
    in: isIn ? amount(cash) : '0.00',
    out: isIn ? '0.00' : amount(cash),
  };
}

const inOrder = (a: CashMovement, b: CashMovement): number =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : a.recordedAt < b.recordedAt ? -1 : a.recordedAt > b.recordedAt ? 1 : 0;

/**
 * The journal of a period.
 *
 * @param start what was in the register at the beginning of the first day of `movements`
 * @param movements from that day to the end of the period, in any order
 */
export function cashJournal(
  { start, from, to }: { start: string; from: string; to: string },
  movements: readonly CashMovement[],
  ceilings = CASH_CEILINGS,
): CashJournal {
  const before = movements.filter(one => one.date < from);
  const shown = movements.filter(one => one.date >= from && one.date <= to).toSorted(inOrder);
  const opening = cents(start) + net(before);
  let balance = opening;
  const days = [...Map.groupBy(shown, ({ date }) => date)].map(([date, own]): CashDay => {
    const first = balance;
    balance += net(own);
    const ceiling = ceilingOn(date, ceilings);
    return {
      ...{ date, opening: fromCents(first), in: fromCents(sumOf(own, 'in')), out: fromCents(sumOf(own, 'out')) },
      closing: fromCents(balance),
      isAboveCeiling: ceiling !== undefined && balance > ceiling * 100,
    };
  });
  return {
    ...{ from, to, opening: fromCents(opening), in: fromCents(sumOf(shown, 'in')), out: fromCents(sumOf(shown, 'out')) },
    ...{ closing: fromCents(balance), ceiling: ceilingOn(to, ceilings) ?? null, days, movements: shown },
  };
}

const sumOf = (movements: readonly CashMovement[], side: 'in' | 'out'): number =>
  movements.reduce((sum, one) => sum + cents(one[side]), 0);

const net = (movements: readonly CashMovement[]): number => sumOf(movements, 'in') - sumOf(movements, 'out');

/** What a movement was, in Romanian, as the register explains it. */
export function explanationOf({ kind, documents, notes, isCancelled, isRefund, in: taken }: CashMovement): string {
  const isIn = kind === 'receipt' || (kind === 'payment' && taken !== '0.00');
  const [one, many] = isRefund ? ['din factura', 'din facturile'] : ['factură', 'facturi'];
  const numbers = documents.map(({ number }) => number).join(', ');
  const of = documents.length === 0 ? '' : ` ${documents.length === 1 ? one : many} ${numbers}`;
  const what = `${isRefund ? 'Restituire' : isIn ? 'Încasare' : 'Plată'}${of}`;
  return [isCancelled ? `ANULAT: ${what}` : what, ...(notes ? [notes] : [])].join(', ');
}
