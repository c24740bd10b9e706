import { cents } from '#shared/base/kernel/money.ts';
import type { AtPlace, Condition, RowReader } from '#shared/documents/lists/definition.ts';
import { foundByConditions } from '#shared/documents/lists/found-by.ts';
import { type SearchedFields, searchesIn } from '#shared/documents/lists/text-search.ts';
import { isUnsent, taxauthDeadlineOf } from '#shared/model/calendar/taxauth-deadline.ts';
import { isOverdueOfCents, type PaymentStatus, paymentStatusOfCents } from '#shared/model/amounts/payment-state.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from '#shared/model/invoice.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';
import type { InvoiceCount } from './counters.ts';
import type { ListQuery, StatusWord } from './query.ts';

/** The filters of a list query, applied to rows and to counters. Pure. */

const isStatus = (word: StatusWord): word is InvoiceStatus => (INVOICE_STATUSES as readonly string[]).includes(word);

/** The document statuses that a query names; undefined when it names none, or a computed status, which has no counter. */
function countedStatuses({ status }: ListQuery): InvoiceStatus[] | undefined {
  return status?.every(isStatus) ? status : undefined;
}

/** Whether the counters suffice to count the documents that the query matches, dates aside. */
export const isCountable = (query: ListQuery): boolean =>
  (query.status === undefined || countedStatuses(query) !== undefined) &&
  [
    query.search,
    query.parentDocumentId,
    query.clientId,
    query.supplierId,
    query.taxauthStatus,
    query.taxauthLate,
    query.taxauthDeadlineBefore,
    query.isPaid,
    query.isOverdue,
    query.totalMin,
    query.totalMax,
    query.orderNumber,
    query.metadata,
  ].every(filter => filter === undefined);

/** Whether the documents of a counter match a countable query, dates aside. */
export const countMatches = (count: InvoiceCount, query: ListQuery): boolean =>
  (countedStatuses(query)?.includes(count.status) ?? true) &&
  (query.direction === undefined || count.direction === query.direction) &&
  (query.isCreditNote === undefined || count.isCreditNote === query.isCreditNote) &&
  (query.currency === undefined || count.currency === query.currency);

/** The state of a document that status filters are applied to; the computed parts are evaluated only when a filter needs them. */
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

/** Whether the state of a document matches the status filters of the query. */
export const stateMatches = (query: Pick<ListQuery, 'status' | 'isPaid' | 'isOverdue'>, state: State): boolean =>
  (query.status === undefined || query.status.some(word => wordMatches(state, word))) &&
  (query.isPaid === undefined || (state.payment() === 'paid') === query.isPaid) &&
  (query.isOverdue === undefined || state.overdue() === query.isOverdue);

/** The fields that `search` applies to. */
export const SEARCHED = {
  texts: ['number', 'clientName', 'receiverName', 'orderNumber', 'contractNumber'],
  taxIds: ['clientCif', 'supplierCif'],
} as const satisfies SearchedFields<keyof InvoiceRow>;

/** A further field, of received documents only. */
const OF_RECEIVED = { texts: ['supplierName'], taxIds: [] } as const satisfies SearchedFields<keyof InvoiceRow>;

/** The conditions of a query on a row. @param day today, `YYYY-MM-DD` */
export function conditionsOf(query: ListQuery, day: string): Condition<InvoiceRow>[] {
  const { from, to, totalMin, totalMax } = query;
  return [
    ...EQUAL.flatMap(field => {
      const wanted = query[field];
      return wanted === undefined ? [] : [{ field, equals: wanted }];
    }),
    ...foundByConditions<InvoiceRow>(query),
    ...(from === undefined ? [] : [{ field: 'issueDate' as const, holds: (date: unknown) => String(date) >= from }]),
    ...(to === undefined ? [] : [{ field: 'issueDate' as const, holds: (date: unknown) => String(date) <= to }]),
    ...(totalMin === undefined ? [] : [totalCondition(total => total >= Number(totalMin) * 100 - EPSILON)]),
    ...(totalMax === undefined ? [] : [totalCondition(total => total <= Number(totalMax) * 100 + EPSILON)]),
    ...((query.status ?? query.isPaid ?? query.isOverdue) === undefined ? [] : [stateCondition(query, day)]),
    ...((query.taxauthLate ?? query.taxauthDeadlineBefore) === undefined ? [] : [deadlineCondition(query, day)]),
    ...(query.search ? [{ anyOf: [...searchesIn(query.search, SEARCHED), ofSupplier(query.search)] }] : []),
  ];
}

/** A received document by its supplier's name. The supplier of all others is the company itself, whose name finds nothing. */
const ofSupplier = (text: string): Condition<InvoiceRow> => ({
  allOf: [{ field: 'direction', holds: direction => direction === 'incoming' }, ...searchesIn(text, OF_RECEIVED)],
});

/** Parameters that a field of the row must equal. */
const EQUAL = [
  'direction',
  'isCreditNote',
  'currency',
  'clientId',
  'supplierId',
  'parentDocumentId',
  'taxauthStatus',
] as const satisfies (keyof ListQuery & keyof InvoiceRow)[];

/** Tolerance in cents for rounding errors of floating point. Bounds may have any number of decimals; totals are whole cents. */
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
        payment: () => paymentStatusOfCents(current, owed(place), paid(place), balance(place)),
        overdue: () => isOverdueOfCents(current, due(place) ?? null, balance(place), day),
      });
    };
  },
});

/** Whether a document is or is not late at the authority, and whether it has to be sent before a day (INV-87). */
const deadlineCondition = ({ taxauthLate, taxauthDeadlineBefore }: ListQuery, day: string): Condition<InvoiceRow> => ({
  test: read => {
    const deadline = unsentDeadlines(read);
    return place => {
      const last = deadline(place);
      return (
        (taxauthLate === undefined || (last !== null && last < day) === taxauthLate) &&
        (taxauthDeadlineBefore === undefined || (last !== null && last < taxauthDeadlineBefore))
      );
    };
  },
});

/** The deadlines of rows that are not at the authority; null for all others. */
export function unsentDeadlines(read: RowReader<InvoiceRow>): AtPlace<string | null> {
  const [direction, status, issueDate] = [read.word('direction'), read.word('status'), read.word('issueDate')];
  const [suppliedOn, clientAbroad] = [read.word('suppliedOn'), read.word('clientAbroad')];
  // Many rows have the same dates.
  const known = new Map<string, string | null>();
  return place => {
    const current = status(place) ?? 'draft';
    if (!isUnsent(current)) return null;
    const facts = {
      ...{ direction: direction(place) ?? 'incoming', status: current, issueDate: issueDate(place) ?? '' },
      ...{ suppliedOn: suppliedOn(place), clientAbroad: clientAbroad(place) },
    };
    const key = Object.values(facts).join();
    const last = known.get(key) ?? taxauthDeadlineOf(facts);
    known.set(key, last);
    return last;
  };
}
