import { today } from '../kernel/clock.ts';
import { collated } from '../kernel/collate.ts';
import { decimal } from '../kernel/money.ts';
import type { Bucket } from './counters.ts';
import type { ListQuery, StatusWord } from './list-query.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from './model.ts';
import type { InvoiceRow } from './row.ts';
import { isOverdue, paymentStatusOf } from './settle.ts';

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

const wordMatches = (row: InvoiceRow, word: StatusWord, day: string): boolean => {
  if (isStatus(word)) return row.status === word;
  if (word === 'overdue') return isOverdue(row, day);
  return row.status !== 'draft' && row.status !== 'cancelled' && paymentStatusOf(row) === word;
};

/** A tax number as comparisons see it: the prefix `RO` is ignored (completions-documents §14). */
const comparedTaxId = (text: string): string => text.replace(/\s+/g, '').replace(/^ro(?=\d)/, '');

/** Whether the text is part of the number, of the buyer's name or of a tax number, whatever its case and diacritics. */
function searched(row: InvoiceRow, text: string): boolean {
  const wanted = collated(text);
  const has = (value: string | null): boolean => value !== null && collated(value).includes(wanted);
  const hasTaxId = (value: string | null): boolean =>
    has(value) || (value !== null && comparedTaxId(collated(value)).includes(comparedTaxId(wanted)));
  return [row.number, row.clientName, row.receiverName].some(has) || [row.clientCif, row.supplierCif].some(hasTaxId);
}

/** Whether a row is among those that the query means. */
export function rowMatches(row: InvoiceRow, query: ListQuery, day: string = today()): boolean {
  const total = decimal(row.total);
  return (
    (query.status === undefined || query.status.some(word => wordMatches(row, word, day))) &&
    (query.direction === undefined || row.direction === query.direction) &&
    (query.isCreditNote === undefined || row.isCreditNote === query.isCreditNote) &&
    (query.parentDocumentId === undefined || row.parentDocumentId === query.parentDocumentId) &&
    (query.from === undefined || row.issueDate >= query.from) &&
    (query.to === undefined || row.issueDate <= query.to) &&
    (query.clientId === undefined || row.clientId === query.clientId) &&
    (query.supplierId === undefined || row.supplierId === query.supplierId) &&
    (query.currency === undefined || row.currency === query.currency) &&
    (query.isPaid === undefined || (paymentStatusOf(row) === 'paid') === query.isPaid) &&
    (query.isOverdue === undefined || isOverdue(row, day) === query.isOverdue) &&
    (query.totalMin === undefined || total.gte(query.totalMin)) &&
    (query.totalMax === undefined || total.lte(query.totalMax)) &&
    (!query.search || searched(row, query.search))
  );
}

const BY: Record<NonNullable<ListQuery['sort']>, (a: InvoiceRow, b: InvoiceRow) => number> = {
  issueDate: (a, b) => compare(a.issueDate, b.issueDate),
  dueDate: (a, b) => compare(a.dueDate ?? '', b.dueDate ?? ''),
  createdAt: (a, b) => compare(a.createdAt, b.createdAt),
  // Numbers of one series sort as numbers: …-9 before …-10.
  number: (a, b) => a.number.localeCompare(b.number, 'en', { numeric: true }),
  total: (a, b) => decimal(a.total).cmp(b.total),
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The order of a query: its field and direction, ties by creation, newest first, then id. */
export function rowOrder({ sort = 'issueDate', order = 'desc' }: ListQuery): (a: InvoiceRow, b: InvoiceRow) => number {
  const sign = order === 'asc' ? 1 : -1;
  return (a, b) => sign * BY[sort](a, b) || compare(b.createdAt, a.createdAt) || compare(b.id, a.id);
}
