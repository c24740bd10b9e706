import { cents } from '../../kernel/money.ts';
import type { Condition } from '../../lists/definition.ts';
import { type SearchedFields, searchesIn } from '../../lists/text-search.ts';
import { isOverdueOfCents, type PaymentStatus, paymentStatusOfCents } from '../../model/amounts/payment-state.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../model/invoice.ts';
import type { InvoiceRow } from '../../model/invoice-row.ts';
import type { InvoiceCount } from './counters.ts';
import type { ListQuery, StatusWord } from './query.ts';

/** Which documents a list query means, decided on rows and on counters. Pure. */

const isStatus = (word: StatusWord): word is InvoiceStatus => (INVOICE_STATUSES as readonly string[]).includes(word);

/** The document statuses that a query names; undefined when it names none, or computed words, which no counter knows. */
export function countedStatuses({ status }: ListQuery): InvoiceStatus[] | undefined {
  return status?.every(isStatus) ? status : undefined;
}

/** Whether the counters alone give the number of documents that the query matches. */
export const isCountable = (query: ListQuery): boolean =>
  (query.status === undefined || countedStatuses(query) !== undefined) &&
  [
    query.search,
    query.parentDocumentId,
    query.clientId,
    query.supplierId,
    query.taxauthStatus,
    query.isPaid,
    query.isOverdue,
    query.totalMin,
    query.totalMax,
  ].every(filter => filter === undefined);

/** Whether the counter's documents are among those that a countable query means, dates aside. */
export const countMatches = (count: InvoiceCount, query: ListQuery): boolean =>
  (countedStatuses(query)?.includes(count.status) ?? true) &&
  (query.direction === undefined || count.direction === query.direction) &&
  (query.isCreditNote === undefined || count.isCreditNote === query.isCreditNote) &&
  (query.currency === undefined || count.currency === query.currency);

/** What the words of a query ask of a document; the computed ones are looked at only where a query needs them. */
export interface State {
  status: InvoiceStatus;
  payment: () => PaymentStatus;
  overdue: () => boolean;
}

const wordMatches = ({ status, payment, overdue }: State, word: StatusWord): boolean => {
  if (isStatus(word)) return status === word;
  if (word === 'overdue') return overdue();
  return status !== 'draft' && status !== 'cancelled' && payment() === word;
};

/** Whether the state of a document is one that the query means. */
export const stateMatches = (query: Pick<ListQuery, 'status' | 'isPaid' | 'isOverdue'>, state: State): boolean =>
  (query.status === undefined || query.status.some(word => wordMatches(state, word))) &&
  (query.isPaid === undefined || (state.payment() === 'paid') === query.isPaid) &&
  (query.isOverdue === undefined || state.overdue() === query.isOverdue);

/** What a search looks into. */
export const SEARCHED = {
  texts: ['number', 'clientName', 'receiverName'],
  taxIds: ['clientCif', 'supplierCif'],
} as const satisfies SearchedFields<keyof InvoiceRow>;

/** What a query asks of a row. @param day today, `YYYY-MM-DD` */
export function conditionsOf(query: ListQuery, day: string): Condition<InvoiceRow>[] {
  const { from, to, totalMin, totalMax } = query;
  return [
    ...EQUAL.flatMap(field => {
      const wanted = query[field];
      return wanted === undefined ? [] : [{ field, holds: (value: unknown) => value === wanted }];
    }),
    ...(from === undefined ? [] : [{ field: 'issueDate' as const, holds: (date: unknown) => String(date) >= from }]),
    ...(to === undefined ? [] : [{ field: 'issueDate' as const, holds: (date: unknown) => String(date) <= to }]),
    ...(totalMin === undefined ? [] : [totalCondition(total => total >= Number(totalMin) * 100 - EPSILON)]),
    ...(totalMax === undefined ? [] : [totalCondition(total => total <= Number(totalMax) * 100 + EPSILON)]),
    ...((query.status ?? query.isPaid ?? query.isOverdue) === undefined ? [] : [stateCondition(query, day)]),
    ...(query.search ? [{ anyOf: searchesIn(query.search, SEARCHED) }] : []),
  ];
}

/** Parameters that are a field's value. */
const EQUAL = [
  'direction',
  'isCreditNote',
  'currency',
  'clientId',
  'supplierId',
  'parentDocumentId',
  'taxauthStatus',
] as const satisfies (keyof ListQuery & keyof InvoiceRow)[];

/** Bounds are decimals of any precision, totals whole cents: half a thousandth of a cent is neither. */
const EPSILON = 1e-5;

const totalCondition = (holds: (cents: number) => boolean): Condition<InvoiceRow> => ({
  test: read => {
    const total = read.cents('total');
    return place => holds(total(place));
  },
});

const stateCondition = (query: ListQuery, day: string): Condition<InvoiceRow> => ({
  test: read => {
    const [status, due, payable] = [read.word('status'), read.word('dueDate'), read.word('payable')];
    const [total, paid, balance] = [read.cents('total'), read.cents('amountPaid'), read.cents('balance')];
    const owed = (place: number): number => {
      const stated = payable(place);
      return stated == null ? total(place) : cents(stated);
    };
    return place => {
      const current = status(place) ?? 'draft';
      return stateMatches(query, {
        status: current,
        payment: () => paymentStatusOfCents(current, owed(place), paid(place)),
        overdue: () => isOverdueOfCents(current, due(place) ?? null, balance(place), day),
      });
    };
  },
});
