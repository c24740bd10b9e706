import { amount, type Big, decimal, sum } from '#shared/base/kernel/money.ts';
import type { Allocation } from '../allocation/allocation.ts';
import type { PaymentEntry } from '../fiscal/projection.ts';
import type { Party } from '../party.ts';
import type { PaymentType } from '../payment.ts';
import type { Receipt } from '../receipts/receipt.ts';
import { accountOf } from './accounts.ts';
import { type BookedPayment, leiOf, type PaymentFacts, type Rules } from './booked.ts';

/**
 * Money that is on no document, with its accounts (OUT-124): credit of clients as it comes, is used and is paid back, and cash of receipts
 * without a client. Together with the payments of documents it is all that the company has recorded of its bank and cash. Pure.
 */

interface Moved {
  type: PaymentType;
  /** With the sign of a payment of a sale: negative when it was paid back, or used. */
  amount: Big;
  exchangeRate: string | null;
}

/** What of an allocation's new credit came as money; the rest was owed back on documents. */
function creditOfMoney({ amount: money, documents, taken }: Allocation): Big {
  const amounts = documents.map(one => decimal(one.amount));
  const paid = sum(amounts.filter(one => one.gt(0)));
  // What is set off pays first (allocation/plan.ts).
  const inKind = sum(amounts.filter(one => one.lt(0)))
    .abs()
    .plus(sum(taken.map(one => one.amount)));
  return decimal(money).minus(inKind.gt(paid) ? 0 : paid.minus(inKind));
}

/** What an allocation has moved on the credit of its client: money first, then what was owed back; or what it has used, by lot. */
function movedOf(allocation: Allocation): Moved[] {
  const { credit, exchangeRate, taken } = allocation;
  const money = decimal(credit).gt(0) ? creditOfMoney(allocation) : decimal(0);
  const made: Moved[] = [
    { type: 'payment', amount: money, exchangeRate },
    { type: 'offset', amount: decimal(credit).minus(money), exchangeRate },
  ];
  const type = decimal(allocation.amount).lt(0) ? 'refund' : 'offset';
  const used = taken.map((lot): Moved => ({ type, amount: decimal(lot.amount).neg(), exchangeRate: lot.exchangeRate }));
  return [...made, ...used].filter(one => !one.amount.eq(0));
}

/**
 * The movements of an allocation on the credit of its client. What was set off sums to nothing with the offsets of its documents.
 *
 * @param rules of the company
 * @param party the client by its record; undefined when that is gone
 */
export function bookedCredit(rules: Rules, allocation: Allocation, party: Party | undefined): BookedPayment[] {
  const { id, partner, paymentDate, currency, paymentMethod, reference, receipt, createdAt } = allocation;
  return movedOf(allocation).map((moved, place) => {
    const entry: PaymentEntry = {
      ...{ documentId: '', role: 'sale', number: 'advance', currency, partner: { ...partner, country: party?.country ?? 'RO' } },
      // Each has an id of its own: that of the allocation, and its place behind it.
      ...{ paymentId: place === 0 ? id : `${id}-${place + 1}`, paymentDate, period: paymentDate.slice(0, 7) },
      ...{ amount: amount(moved.amount), exchangeRate: moved.exchangeRate ?? '1', recordedAt: createdAt },
      ...(moved.type !== 'payment' && { type: moved.type }),
      ...(receipt && { receiptId: receipt.id }),
    };
    const payment = { paymentMethod, reference, allocationId: id, ...(receipt && { receipt }) };
    return booked(rules, entry, { payment, party });
  });
}

/** The cash of a receipt that is nowhere else; none of one that was cancelled, or whose money its allocation or its document has. */
export function bookedCash(rules: Rules, receipt: Receipt): BookedPayment[] {
  const { id, kind, status, number, date, clientId, partner, isPerson, documents, allocationId, createdAt } = receipt;
  if (status === 'cancelled' || allocationId || documents.length > 0) return [];
  const isIn = kind === 'receipt';
  const cif = isPerson ? null : partner.cif;
  const entry: PaymentEntry = {
    ...{ documentId: '', role: 'sale', number, currency: 'RON', exchangeRate: '1', cash: true, receiptId: id },
    partner: { id: clientId, name: partner.name, cif, country: 'RO' },
    ...{ paymentId: id, paymentDate: date, period: date.slice(0, 7), recordedAt: createdAt },
    ...{ amount: isIn ? receipt.amount : amount(decimal(receipt.amount).neg()), ...(!isIn && { type: 'refund' as const }) },
  };
  const payment = { paymentMethod: 'cash' as const, reference: null, receipt: { id, number } };
  return [booked(rules, entry, { payment, party: undefined })];
}

function booked(
  rules: Rules,
  entry: PaymentEntry,
  { payment, party }: { payment: PaymentFacts; party: Party | undefined },
): BookedPayment {
  const { paymentDate: day, currency, partner, type } = entry;
  const of = { day, currency, partnerId: partner.id };
  return {
    ...{ entry, row: undefined, payment, document: undefined, party, groups: [], amountLei: leiOf(entry) },
    // Cash of somebody who is no client may be anything.
    partnerAccount: partner.id === null ? '' : accountOf(rules, { ...of, use: 'customer_advance' }),
    treasuryAccount: type === 'offset' ? '' : accountOf(rules, { ...of, use: 'treasury', method: payment.paymentMethod }),
  };
}
