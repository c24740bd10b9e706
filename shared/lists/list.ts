import { cents } from '../kernel/money.ts';
import { log } from '../kernel/log.ts';
import { queryRows } from '../store/read.ts';
import type { CompanyId, IndexName } from '../store/table.ts';
import { KINDS } from '../model/kinds.ts';
import { type Bucket, readCounters } from '../documents/counters.ts';
import { bucketMatches, countedStatuses, isCountable } from './filter.ts';
import { type Selection, select } from './index/select.ts';
import { loadList, MANY_CHANGES, readSnapshot, type Snapshot } from './index/snapshot.ts';
import { type CurrencyTotals, Totals } from './index/totals.ts';
import type { ListQuery } from './query.ts';
import { listPartitions } from '../documents/list-partitions.ts';
import type { InvoiceRow } from '../model/invoice-row.ts';

/**
 * The invoice list. The first page of all documents, or of those of one status, is read from its index, and counters tell how many
 * there are: one wave. Every other page, filter, sort and search is answered from the list's columns (list-index/): their cost
 * grows neither with the page nor with the company.
 */
export function beginList(company: CompanyId, query: ListQuery): Promise<Selection | Begun> {
  return isFirstPage(query) ? firstPage(company, query) : readSnapshot(company).then(snapshot => ({ snapshot }));
}

/** A list that has to be read on: its file is known. */
export interface Begun {
  snapshot: Snapshot | undefined;
}

/** The list that `beginList` began. */
export async function finishList(company: CompanyId, query: ListQuery, begun: Selection | Begun): Promise<Selection> {
  if (!('snapshot' in begun)) return begun;
  const { columns, changes } = await loadList(company, begun.snapshot);
  if (changes.length > MANY_CHANGES) await askForCompaction(company);
  return select(columns, changes, query);
}

async function askForCompaction(company: CompanyId): Promise<void> {
  const { requestCompaction } = await import('./index/request.ts');
  // The answer is right without it.
  await requestCompaction(company).catch((error: unknown) =>
    log.warn('List is not made again', { error: (error as Error).name }),
  );
}

/** Whether the query means the head of one index partition, whole: all documents, or those of one status. */
const isFirstPage = (query: ListQuery): boolean =>
  query.page === 1 &&
  (query.sort ?? 'issueDate') === 'issueDate' &&
  query.order !== 'asc' &&
  isCountable(query) &&
  (countedStatuses(query)?.length ?? 1) === 1 &&
  [query.direction, query.isCreditNote, query.currency].every(filter => filter === undefined) &&
  query.from === undefined &&
  query.to === undefined;

async function firstPage(company: CompanyId, query: ListQuery): Promise<Selection> {
  const [status] = countedStatuses(query) ?? [];
  const index: IndexName = status ? 'gsi2' : 'gsi1';
  const partition = status ? listPartitions.status(company, status) : listPartitions.all(company);
  const [buckets, rows] = await Promise.all([
    readCounters(KINDS.invoice, company),
    queryRows<InvoiceRow>(index, { partition }, { descending: true, limit: query.limit }),
  ]);
  const matching = buckets.filter(bucket => bucketMatches(bucket, query));
  return {
    rows,
    total: matching.reduce((count, bucket) => count + bucket.count, 0),
    totals: query.includeTotals ? totalsOf(matching) : undefined,
  };
}

function totalsOf(buckets: readonly Bucket[]): CurrencyTotals[] {
  const totals = new Totals();
  for (const { currency, direction, status, subtotal, vatTotal, total, open, owed } of buckets) {
    totals.add({
      currency,
      direction,
      status,
      subtotal: cents(subtotal),
      vatTotal: cents(vatTotal),
      total: cents(total),
      open: cents(open),
      owed: cents(owed),
    });
  }
  return totals.shown();
}
