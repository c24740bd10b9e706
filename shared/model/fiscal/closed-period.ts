import { addDays, lastDayOf, monthOf } from '#shared/base/kernel/dates.ts';
import type { Invoice } from '../invoice.ts';
import type { Payment } from '../payment.ts';
import { countsFiscally, fiscalDayOf } from './projection.ts';

/**
 * The period lock of a company: what may still be written into days that are closed (COM-78 to COM-84, docs/adr/0054-period-lock.md). Pure.
 */

/** The last closed day (`YYYY-MM-DD`) of a company; null or undefined when nothing is closed. */
export type ClosedUntil = string | null | undefined;

/** Whether a day is closed. */
export const isClosed = (closedUntil: ClosedUntil, day: string): boolean => Boolean(closedUntil && day <= closedUntil);

/** The first day that is not closed. */
export const firstOpenDay = (closedUntil: string): string => addDays(closedUntil, 1);

/** The month itself, or the first month with an open day when all of its days are closed. @param period `YYYY-MM` */
export function openMonth(closedUntil: ClosedUntil, period: string): string {
  const first = closedUntil ? monthOf(firstOpenDay(closedUntil)) : period;
  return period < first ? first : period;
}

/** What can move an entry of a month, as the law tells them apart. */
export const MOVES = [
  ...(['issue', 'late_issue', 'receipt', 'removal', 'change', 'payment', 'payment_removal'] as const),
  // A receipt in the cash journal, and its cancellation.
  ...(['cash', 'cash_removal'] as const),
] as const;
export type Move = (typeof MOVES)[number];

interface Rule {
  /** What happens where the day or the month is closed: `corrections` counts in the first open month. */
  answer: 'refused' | 'corrections';
  /** Why: by the Fiscal Code (Legea 227/2015) where no other law is named. */
  law: string;
  /** The field of the request with the day, if one has it, and what to change. */
  field?: string;
  advice: string;
}

export const CLOSED_PERIOD_RULES: Record<Move, Rule> = {
  issue: {
    answer: 'refused',
    law: 'art. 319 (20) b: an invoice states the day on which it is issued',
    field: 'issueDate',
    advice: 'take an open day as issueDate; taxPointDate may state the earlier day of the supply',
  },
  late_issue: {
    answer: 'corrections',
    law: 'art. 282 (1): the tax was due with the supply; a return that was filed is corrected by a later one, art. 323 (3)',
    advice: '',
  },
  receipt: {
    answer: 'corrections',
    law: 'art. 299 (1) a, art. 301 (2): the right of deduction needs the invoice, and is used in a later period',
    advice: '',
  },
  removal: {
    answer: 'refused',
    law: 'art. 287, art. 330 (1) b: what was declared is taken back by a document of the period in which that happens',
    advice: 'issue a credit note of an open day instead, or open the period',
  },
  change: {
    answer: 'refused',
    law: 'art. 323 (3): what a filed return counts is corrected in a later one',
    advice: 'leave dates, amounts, receivedDate and the shares of VAT as they are, or open the period',
  },
  payment: {
    answer: 'refused',
    law: 'art. 282 (3): under VAT on collection the tax is due on the day of the payment',
    field: 'paymentDate',
    advice: 'take an open day as paymentDate, or open the period',
  },
  payment_removal: {
    answer: 'refused',
    law: 'art. 282 (3): the tax of the payment was declared for its day',
    advice: 'record a refund of an open day instead, or open the period',
  },
  cash: {
    answer: 'refused',
    law: 'OMFP 2634/2015, form 14-4-7A: the cash journal is closed and signed by the day, and each balance follows from the one before',
    field: 'date',
    advice: 'take an open day as date, or open the period',
  },
  cash_removal: {
    answer: 'refused',
    law: 'OMFP 2634/2015, form 14-4-7A: the cash journal is closed and signed by the day, and each balance follows from the one before',
    advice: 'issue an order to pay cash of an open day for what is paid back, or open the period',
  },
};

/** A move that touches the days up to `day`. */
export interface DatedMove {
  move: Move;
  day: string;
}

/** A document, with the payments that are added to it or removed from it in the same transaction. */
export interface EntryChange<H extends Invoice = Invoice> {
  before: H | null;
  after: H | null;
  /** Those that make VAT due. */
  added?: readonly Pick<Payment, 'paymentDate'>[];
  removed?: readonly Pick<Payment, 'paymentDate'>[];
}

/** The last day of the month of the entry where that was moved out of a closed month, else the day that decides on its month. */
const entryDayOf = (document: Invoice): string => (document.countedIn ? lastDayOf(document.countedIn) : fiscalDayOf(document));

/**
 * The moves of a change.
 *
 * @param isChanged whether the entry of a document that counts before and after is another one
 */
export function movesOf({ before, after, added = [], removed = [] }: EntryChange, isChanged: boolean): DatedMove[] {
  const was = before && countsFiscally(before) ? before : null;
  const is = after && countsFiscally(after) ? after : null;
  const moves: DatedMove[] = [];
  if (was && !is) moves.push({ move: 'removal', day: entryDayOf(was) });
  if (is && !was) moves.push(...entering(is));
  if (was && is && isChanged) {
    moves.push({ move: 'change', day: entryDayOf(was) });
    if (isIssuedHere(is) && is.issueDate !== was.issueDate) moves.push({ move: 'issue', day: is.issueDate });
    // A purchase that was entered by hand could as well be removed and entered with the other date.
    if (fiscalDayOf(is) !== fiscalDayOf(was)) moves.push({ move: is.purchase ? 'receipt' : 'change', day: fiscalDayOf(is) });
  }
  return [
    ...moves,
    ...added.map(({ paymentDate }): DatedMove => ({ move: 'payment', day: paymentDate })),
    ...removed.map(({ paymentDate }): DatedMove => ({ move: 'payment_removal', day: paymentDate })),
  ];
}

/**
 * Whether the company dates the document: not one that the authority delivers, nor a purchase that is entered by hand. What it issued with another program was
 * declared for its own month, and would count twice in an open one.
 */
const isIssuedHere = ({ direction, received, imported }: Invoice): boolean =>
  direction === 'outgoing' && (!received || imported === true);

/** A document that begins to count. */
const entering = (document: Invoice): DatedMove[] =>
  !isIssuedHere(document)
    ? [{ move: 'receipt', day: fiscalDayOf(document) }]
    : [
        { move: 'issue', day: document.issueDate },
        { move: 'late_issue', day: fiscalDayOf(document) },
      ];

/** The first move that the lock refuses; undefined when it refuses none. */
export const refusedMove = (closedUntil: ClosedUntil, moves: readonly DatedMove[]): DatedMove | undefined =>
  moves.find(({ move, day }) => CLOSED_PERIOD_RULES[move].answer === 'refused' && isClosed(closedUntil, day));

/**
 * The document with the month that it counts in (`countedIn`) where that of its tax point or receipt is closed. Call it for a document that begins to count,
 * or whose entry changes, when `refusedMove` has refused nothing.
 */
export function inOpenMonth<H extends Invoice>(document: H, closedUntil: ClosedUntil): H {
  const natural = monthOf(fiscalDayOf(document));
  const open = openMonth(closedUntil, natural);
  const { countedIn: _, ...rest } = document;
  return open === natural ? (rest as H) : { ...document, countedIn: open };
}
