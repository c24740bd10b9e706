import { today } from '../kernel/clock.ts';
import { collated } from '../kernel/collate.ts';
import { decimal } from '../kernel/money.ts';
import type { Bucket } from '../documents/counters.ts';
import type { ListQuery, StatusWord } from './query.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from '../model/invoice.ts';
import type { InvoiceRow } from '../model/invoice-row.ts';
import { isOverdue, type PaymentStatus, paymentStatusOf } from '../model/amounts/payment-state.ts';

/** Which documents a list query means, decided on rows and on counters. Pure. */

const isStatus = (word: StatusWord): word is InvoiceStatus => (INVOICE_STATUSES as readonly string[]).includes(word);

/** The document statuses that a query names; undefined when it names none, or computed words, which no counter knows. */
export function countedStatuses({ status }: ListQuery): InvoiceStatus[] | undefined {
  return status?.every(isStatus) ? status : undefined;
}

/** Whether the counters alone can tell how many documents the query means. */
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
export const bucketMatches = (bucket: Bucket, query: ListQuery): boolean =>
  (countedStatuses(query)?.includes(bucket.status) ?? true) &&
  (query.direction === undefined || bucket.direction === query.direction) &&
  (query.isCreditNote === undefined || bucket.isCreditNote === query.isCreditNote) &&
  (query.currency === undefined || bucket.currency === query.currency);

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

/** A tax number as comparisons see it: the prefix `RO` is ignored (completions-documents §14). */
const comparedTaxId = (text: string): string => text.replace(/\s+/g, '').replace(/^ro(?=\d)/, '');

type SearchField = 'number' | 'clientName' | 'receiverName' | 'clientCif' | 'supplierCif';

/** The fields that a search looks into, and whether a value of each holds the text, whatever its case and diacritics. */
export function searchesIn(text: string): { field: SearchField; has: (value: string | null) => boolean }[] {
  const wanted = collated(text);
  const taxId = comparedTaxId(wanted);
  const has = (value: string | null): boolean => value !== null && collated(value).includes(wanted);
  const hasTaxId = (value: string | null): boolean =>
    has(value) || (value !== null && comparedTaxId(collated(value)).includes(taxId));
  return [
    ...(['number', 'clientName', 'receiverName'] as const).map(field => ({ field, has })),
    ...(['clientCif', 'supplierCif'] as const).map(field => ({ field, has: hasTaxId })),
  ];
}

/** Whether a row is among those that the query means. */
export function rowMatches(row: InvoiceRow, query: ListQuery, day: string = today()): boolean {
  const total = decimal(row.total);
  return (
    stateMatches(query, { status: row.status, payment: () => paymentStatusOf(row), overdue: () => isOverdue(row, day) }) &&
    (query.direction === undefined || row.direction === query.direction) &&
    (query.isCreditNote === undefined || row.isCreditNote === query.isCreditNote) &&
    (query.parentDocumentId === undefined || row.parentDocumentId === query.parentDocumentId) &&
    (query.from === undefined || row.issueDate >= query.from) &&
    (query.to === undefined || row.issueDate <= query.to) &&
    (query.clientId === undefined || row.clientId === query.clientId) &&
    (query.supplierId === undefined || row.supplierId === query.supplierId) &&
    (query.currency === undefined || row.currency === query.currency) &&
    (query.taxauthStatus === undefined || row.taxauthStatus === query.taxauthStatus) &&
    (query.totalMin === undefined || total.gte(query.totalMin)) &&
    (query.totalMax === undefined || total.lte(query.totalMax)) &&
    (!query.search || searchesIn(query.search).some(({ field, has }) => has(row[field])))
  );
}

/** A number as lists sort it: those of one series as numbers, …-9 before …-10. */
export const numberSortKey = (number: string): string => number.replace(/\d+/g, digits => digits.padStart(15, '0'));

const BY: Record<NonNullable<ListQuery['sort']>, (a: InvoiceRow, b: InvoiceRow) => number> = {
  issueDate: (a, b) => compare(a.issueDate, b.issueDate),
  dueDate: (a, b) => compare(a.dueDate ?? '', b.dueDate ?? ''),
  createdAt: (a, b) => compare(a.createdAt, b.createdAt),
  number: (a, b) => compare(numberSortKey(a.number), numberSortKey(b.number)),
  total: (a, b) => decimal(a.total).cmp(b.total),
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The order of a query: its field and direction, ties by creation, newest first, then id. */
export function rowOrder({
  sort = 'issueDate',
  order = 'desc',
}: Pick<ListQuery, 'sort' | 'order'>): (a: InvoiceRow, b: InvoiceRow) => number {
  const sign = order === 'asc' ? 1 : -1;
  return (a, b) => sign * BY[sort](a, b) || compare(b.createdAt, a.createdAt) || compare(b.id, a.id);
}
