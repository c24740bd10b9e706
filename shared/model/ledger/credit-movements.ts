import { cents } from '#shared/base/kernel/money.ts';
import type { Movement, OpenItem } from './movement.ts';
import type { Allocation } from '../allocation/allocation.ts';
import type { ClientCredit, CreditLot, CreditPartner } from '../allocation/credit.ts';

/** The credit of clients on their accounts (REP-43): money that pays no document yet is an advance (account 419). Pure. */

/** What is open of credit now, and the allocations that moved it since a day. */
export interface CreditSource {
  credits: readonly ClientCredit[];
  /** Of the first day of the ledger and later. */
  allocations: readonly Allocation[];
}

const PREFIX = 'credit:';

/** Whether an item of a ledger is credit, which has no document. */
export const isOfCredit = ({ id }: Pick<OpenItem, 'id'>): boolean => id.startsWith(PREFIX);

/** What credit is called in reports. */
const ADVANCE = 'advance';

type Lot = Pick<CreditLot, 'allocationId' | 'date' | 'currency' | 'exchangeRate'>;

/** A lot as an item of the account: what the company owes to the client is negative. */
const itemOf = (partner: CreditPartner, { allocationId, date, currency, exchangeRate }: Lot): Omit<OpenItem, 'cents'> => ({
  ...{ id: PREFIX + allocationId, number: ADVANCE, partner, currency, exchangeRate },
  ...{ issueDate: date, dueDate: null },
});

/** What is open of credit now. */
export const openCredit = ({ credits }: CreditSource): OpenItem[] =>
  credits.flatMap(({ partner, lots }) => lots.map(lot => ({ ...itemOf(partner, lot), cents: -cents(lot.left) })));

/** A movement of credit, with the date of its lot. */
type Moved = Movement & Pick<OpenItem, 'issueDate'>;

/** What an allocation has moved on credit: the rest that it left, and what it used. */
export function creditMovements(allocation: Allocation): Moved[] {
  const { id, partner, paymentDate: date, currency, exchangeRate, credit, taken, amount } = allocation;
  const own = { date, documentId: null, paymentId: id };
  const made: Moved = {
    ...itemOf(partner, { allocationId: id, date, currency, exchangeRate }),
    ...own,
    ...{ kind: cents(amount) > 0 ? 'payment' : 'offset', cents: -cents(credit) },
  };
  const used = taken.map((lot): Moved => ({
    ...itemOf(partner, lot),
    ...own,
    ...{ kind: cents(amount) < 0 ? 'refund' : 'offset', cents: cents(lot.amount) },
  }));
  return [...(made.cents === 0 ? [] : [made]), ...used];
}

/** What each lot was made with, by the ids of items. */
export const madeCredit = ({ credits, allocations }: CreditSource): [id: string, cents: number][] => [
  ...credits.flatMap(({ lots }) => lots.map((lot): [string, number] => [PREFIX + lot.allocationId, -cents(lot.amount)])),
  ...allocations.flatMap(one => [
    ...one.taken.map((lot): [string, number] => [PREFIX + lot.allocationId, -cents(lot.of)]),
    [PREFIX + one.id, -cents(one.credit)] as [string, number],
  ]),
];
