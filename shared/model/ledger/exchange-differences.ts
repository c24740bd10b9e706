import { compare } from '#shared/base/kernel/collate.ts';
import { amount, type Big, decimal } from '#shared/base/kernel/money.ts';
import type { PublishedRate } from '../exchange-rate.ts';
import type { FiscalRole } from '../fiscal/operations.ts';

/**
 * Exchange differences of a month (OMFP 1802/2014; REP-48 to REP-52). Pure.
 *
 * - pct. 322 (1): a difference between the rate at which a receivable or debt stands in the books and that of its settlement is income or
 *   expense of the month of the settlement.
 * - pct. 325 (1): at the end of each month, open receivables and debts are valued at the rate that the national bank published on the last
 *   banking day of the month. So one that was entered before the month stands in the books at the rate of the end of the month before.
 * - pct. 304 (1): the rate at the day of an operation is that of the last banking day before it.
 * - pct. 316 (2): advances (accounts 409, 419) are not revalued. None is among the amounts here, which are open on documents.
 */

/** Accounts of the general chart (OMFP 1802/2014): income and expense from exchange differences. */
export const ACCOUNTS = { gain: '765', loss: '665' } as const;
export type DifferenceAccount = (typeof ACCOUNTS)[keyof typeof ACCOUNTS];

export const DIFFERENCE_KINDS = ['payment', 'credit', 'revaluation'] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** A payment or credit of the month. */
export interface ForeignSettlement {
  kind: Exclude<DifferenceKind, 'revaluation'>;
  /** Id of the payment, or of the document that credits; null for a settlement of an opening balance. */
  id: string | null;
  date: string;
  /** What it takes off; negative where money was paid back. */
  amount: string;
  /** Of a credit: the rate of the document that credits, at which it is entered; null if that is not known. */
  rate?: string | null;
}

/** A document in another currency than lei. */
export interface ForeignDocument {
  /** Null for a document of an opening balance. */
  documentId: string | null;
  role: FiscalRole;
  number: string;
  partner: { id: string | null; name: string | null };
  currency: string;
  /** The document's own rate and day, if it was entered in the month; null if before; `later` if after the month. */
  entered: { rate: string | null; date: string } | null | 'later';
  /** What is open at the end of the month; negative what is owed back. */
  open: string;
  settlements: readonly ForeignSettlement[];
}

/** The rates of a month. Undefined: there is none. */
export interface MonthRates {
  /** The rate at the end of the month before. */
  opening(currency: string): PublishedRate | undefined;
  /** The rate at a day: that of the last publication before it. */
  at(day: string, currency: string): PublishedRate | undefined;
  /** The rate at the end of the month. */
  closing(currency: string): PublishedRate | undefined;
  /** The day on which that was published; null without any. */
  closingDate: string | null;
}

export interface DifferenceRow extends Pick<ForeignDocument, 'documentId' | 'role' | 'number' | 'partner' | 'currency'> {
  kind: DifferenceKind;
  /** Of a payment; null for one of an opening balance. */
  paymentId?: string | null;
  /** The document that credits. */
  creditId?: string | null;
  /** The day of the payment or credit; the last day of the month. */
  date: string;
  /** In the document's currency. */
  amount: string;
  /** The rate at which it stood in the books. */
  bookRate: string;
  rate: string;
  /** The day on which `rate` was published; null for the rate of a document. */
  rateDate: string | null;
  /** In lei: positive income, negative expense. */
  difference: string;
  account: DifferenceAccount;
}

export const LEFT_OUT = ['no_rate', 'settled_before_document'] as const;
export type LeftOutReason = (typeof LEFT_OUT)[number];

/** What has no figure. */
export interface LeftOut extends Pick<ForeignDocument, 'documentId' | 'role' | 'number' | 'currency'> {
  kind: DifferenceKind;
  paymentId?: string | null;
  creditId?: string | null;
  reason: LeftOutReason;
}

export interface ExchangeDifferences {
  rows: DifferenceRow[];
  leftOut: LeftOut[];
}

interface Asked {
  rates: MonthRates;
  /** The last day of the month. */
  lastDay: string;
  /** Whether open amounts are revalued: not before the month has ended. */
  isEnded: boolean;
}

/** The differences of documents in a month, by date, number and payment; without those of 0. */
export function exchangeDifferences(documents: readonly ForeignDocument[], asked: Asked): ExchangeDifferences {
  const found: ExchangeDifferences = { rows: [], leftOut: [] };
  for (const document of documents) {
    for (const settlement of document.settlements) add(found, ofSettlement(document, settlement, asked.rates));
    if (asked.isEnded && document.entered !== 'later' && !decimal(document.open).eq(0)) add(found, ofOpen(document, asked));
  }
  const order = (row: DifferenceRow): string =>
    `${row.date} ${row.number} ${row.documentId} ${row.paymentId ?? row.creditId ?? '~'}`;
  return { ...found, rows: found.rows.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)) };
}

function add({ rows, leftOut }: ExchangeDifferences, outcome: DifferenceRow | LeftOut): void {
  if ('reason' in outcome) leftOut.push(outcome);
  else if (outcome.difference !== '0.00') rows.push(outcome);
}

/** The rate at which the document stands in the books in the month. */
const bookRateOf = ({ entered, currency }: ForeignDocument, { opening }: MonthRates): string | undefined =>
  entered === null ? opening(currency)?.rate : entered === 'later' ? undefined : (entered.rate ?? undefined);

function ofSettlement(document: ForeignDocument, settlement: ForeignSettlement, rates: MonthRates): DifferenceRow | LeftOut {
  const { kind, id, date, amount: taken, rate: own } = settlement;
  const { entered, currency } = document;
  const settled = { kind, ...(kind === 'payment' ? { paymentId: id } : { creditId: id }) };
  // What was received before there was a document is an advance, which the document takes over at the rate of the advance.
  if (entered === 'later' || (entered !== null && date < entered.date))
    return { ...namesOf(document), ...settled, reason: 'settled_before_document' };
  const bookRate = bookRateOf(document, rates);
  const rate = own === undefined ? rates.at(date, currency) : own === null ? undefined : { rate: own, date: null };
  return bookRate === undefined || rate === undefined
    ? { ...namesOf(document), ...settled, reason: 'no_rate' }
    : rowOf(document, { ...settled, date, amount: taken, bookRate, rate });
}

function ofOpen(document: ForeignDocument, { rates, lastDay }: Asked): DifferenceRow | LeftOut {
  const kind = 'revaluation';
  const [bookRate, rate] = [bookRateOf(document, rates), rates.closing(document.currency)];
  return bookRate === undefined || rate === undefined
    ? { ...namesOf(document), kind, reason: 'no_rate' }
    : rowOf(document, { kind, date: lastDay, amount: document.open, bookRate, rate });
}

const namesOf = ({ documentId, role, number, currency }: ForeignDocument) => ({ documentId, role, number, currency });

interface Valued extends Pick<DifferenceRow, 'kind' | 'paymentId' | 'creditId' | 'date' | 'amount' | 'bookRate'> {
  rate: { rate: string; date: string | null };
}

function rowOf(document: ForeignDocument, { rate: { rate, date: rateDate }, ...valued }: Valued): DifferenceRow {
  const more = decimal(valued.amount).times(decimal(rate).minus(valued.bookRate));
  // More lei for a receivable are income, for a debt an expense.
  const difference = amount(document.role === 'sale' ? more : more.neg());
  return {
    ...{ ...namesOf(document), partner: document.partner },
    ...{ ...valued, rate, rateDate, difference },
    account: decimal(difference).lt(0) ? ACCOUNTS.loss : ACCOUNTS.gain,
  };
}

export interface AccountTotal {
  account: DifferenceAccount;
  kind: DifferenceKind;
  /** In lei, positive. */
  total: string;
}

/** The sums by account and kind. */
export function differenceTotals(rows: readonly DifferenceRow[]): AccountTotal[] {
  const totals = new Map<string, { account: DifferenceAccount; kind: DifferenceKind; total: Big }>();
  for (const { account, kind, difference } of rows) {
    const known = totals.get(account + kind) ?? { account, kind, total: decimal('0') };
    totals.set(account + kind, { ...known, total: known.total.plus(decimal(difference).abs()) });
  }
  return [...totals].toSorted(([a], [b]) => compare(a, b)).map(([, sum]) => ({ ...sum, total: amount(sum.total) }));
}
