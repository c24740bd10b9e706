import { monthOf } from '../kernel/dates.ts';
import { amount, decimal, shownNumber, sum } from '../kernel/money.ts';
import { queryRows } from '../store/read.ts';
import type { CompanyId, IndexName } from '../store/table.ts';
import { type Bucket, readCounters } from './counters.ts';
import { bucketMatches, countedStatuses, isCountable, rowMatches, rowOrder } from './list-filter.ts';
import type { ListQuery } from './list-query.ts';
import { type InvoiceRow, listPartitions } from './row.ts';

/**
 * The invoice list. What counters know (status, direction, kind, currency, dates) is paged by them: months before the page are
 * skipped by their counts and only the page's own months are read, so cost grows with the page. Other filters and sorts read
 * the narrowest index (client, status, or all) in the range of dates and decide on the rows.
 */
export interface ListResult {
  rows: InvoiceRow[];
  total: number;
  totals: CurrencyTotals[] | undefined;
}

export interface CurrencyTotals {
  currency: string;
  subtotal: number;
  vatTotal: number;
  total: number;
  receivable: number;
  payable: number;
}

interface Source {
  index: IndexName;
  partition: string;
}

/** The narrowest index partition that holds all documents of the query. */
function sourceOf(company: CompanyId, query: ListQuery): Source {
  const statuses = countedStatuses(query);
  if (query.clientId) return { index: 'gsi3', partition: listPartitions.client(company, query.clientId) };
  const [only] = statuses?.length === 1 ? statuses : [];
  return only
    ? { index: 'gsi2', partition: listPartitions.status(company, only) }
    : { index: 'gsi1', partition: listPartitions.all(company) };
}

/** Whether every row of the source is one of the query's, dates aside. */
const isExact = (query: ListQuery): boolean =>
  (countedStatuses(query)?.length ?? 1) === 1 &&
  [query.direction, query.isCreditNote, query.currency].every(filter => filter === undefined);

/** Rows of a source with issue dates from … to (included), newest first. */
const rowsBetween = (source: Source, from: string, to: string, limit?: number): Promise<InvoiceRow[]> =>
  queryRows<InvoiceRow>(
    source.index,
    { partition: source.partition, between: [from, `${to}#~`] },
    { descending: true, ...(limit !== undefined && { limit }) },
  );

const FIRST = '0000-01-01';
const LAST = '9999-12-31';

/** One page of a company's documents. */
export function listInvoices(company: CompanyId, query: ListQuery): Promise<ListResult> {
  return isCountable(query) && (query.sort ?? 'issueDate') === 'issueDate'
    ? listByCounters(company, query)
    : listByRows(company, query);
}

async function listByRows(company: CompanyId, query: ListQuery): Promise<ListResult> {
  const all = await rowsBetween(sourceOf(company, query), query.from ?? FIRST, query.to ?? LAST);
  const rows = all.filter(row => rowMatches(row, query)).sort(rowOrder(query));
  const start = (query.page - 1) * query.limit;
  return {
    rows: rows.slice(start, start + query.limit),
    total: rows.length,
    totals: query.includeTotals ? totalsOf(rows.map(fromRow)) : undefined,
  };
}

interface Month {
  month: string;
  count: number;
  /** Rows that were read already, because the query takes only a part of the month. */
  rows: InvoiceRow[] | undefined;
}

async function listByCounters(company: CompanyId, query: ListQuery): Promise<ListResult> {
  const source = sourceOf(company, query);
  const from = query.from ?? FIRST;
  const to = query.to ?? LAST;
  const descending = query.order !== 'asc';
  const simple = query.page === 1 && descending && isExact(query);
  const parts = partialMonths(query);
  const [buckets, firstPage, ...partialRows] = await Promise.all([
    readCounters(company, monthOf(from), monthOf(to)),
    simple ? rowsBetween(source, from, to, query.limit) : undefined,
    ...parts.map(part => rowsBetween(source, part.from, part.to)),
  ]);
  const partial = new Map(
    parts.map((part, place) => [part.month, (partialRows[place] ?? []).filter(row => rowMatches(row, query))]),
  );
  const matching = buckets.filter(bucket => bucketMatches(bucket, query));
  const months = monthsOf(matching, partial, descending);
  const total = months.reduce((count, month) => count + month.count, 0);
  const rows = firstPage ?? (await pageOfMonths(source, query, months));
  const whole = matching.filter(bucket => !partial.has(bucket.month)).map(fromBucket);
  const totals = query.includeTotals ? totalsOf([...whole, ...[...partial.values()].flat().map(fromRow)]) : undefined;
  return { rows, total, totals };
}

/** The months of which the query's dates take only a part: their documents must be counted by reading them. */
function partialMonths({ from, to }: ListQuery): { month: string; from: string; to: string }[] {
  const cut = new Set([from && !from.endsWith('-01') ? monthOf(from) : '', to && !isMonthEnd(to) ? monthOf(to) : '']);
  cut.delete('');
  return [...cut].map(month => ({
    month,
    from: from && monthOf(from) === month ? from : `${month}-01`,
    to: to && monthOf(to) === month ? to : `${month}-31`,
  }));
}

const isMonthEnd = (date: string): boolean =>
  new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate() === Number(date.slice(8));

function monthsOf(buckets: Bucket[], partial: Map<string, InvoiceRow[]>, descending: boolean): Month[] {
  const counts = new Map<string, number>();
  for (const bucket of buckets) counts.set(bucket.month, (counts.get(bucket.month) ?? 0) + bucket.count);
  return [...counts]
    .map(([month, count]) => ({ month, count: partial.get(month)?.length ?? count, rows: partial.get(month) }))
    .sort((a, b) => (a.month < b.month === descending ? 1 : -1));
}

/** The rows of the page: whole months before it are skipped by their counts. */
async function pageOfMonths(source: Source, query: ListQuery, months: Month[]): Promise<InvoiceRow[]> {
  let skip = (query.page - 1) * query.limit;
  const touched: Month[] = [];
  let wanted = query.limit;
  for (const month of months) {
    if (touched.length === 0 && skip >= month.count) {
      skip -= month.count;
      continue;
    }
    touched.push(month);
    wanted -= month.count - (touched.length === 1 ? skip : 0);
    if (wanted <= 0) break;
  }
  const rows = await Promise.all(
    touched.map(async month => month.rows ?? rowsBetween(source, `${month.month}-01`, `${month.month}-31`)),
  );
  return rows
    .flat()
    .filter(row => rowMatches(row, query))
    .sort(rowOrder(query))
    .slice(skip, skip + query.limit);
}

interface Summed {
  currency: string;
  direction: InvoiceRow['direction'];
  status: InvoiceRow['status'];
  subtotal: string;
  vatTotal: string;
  total: string;
  open: string;
}

const fromRow = (row: InvoiceRow): Summed => ({ ...row, open: row.balance });
const fromBucket = (bucket: Bucket): Summed => bucket;

/** Sums per currency, without cancelled documents; what is open of drafts is owed by nobody yet. */
function totalsOf(summed: Summed[]): CurrencyTotals[] {
  const valid = summed.filter(one => one.status !== 'cancelled');
  return [...Map.groupBy(valid, one => one.currency)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, ones]) => {
      const open = (direction: InvoiceRow['direction']): number =>
        shownNumber(
          amount(
            sum(
              ones
                .filter(one => one.direction === direction && one.status !== 'draft' && decimal(one.open).gt(0))
                .map(one => one.open),
            ),
          ),
        );
      return {
        currency,
        subtotal: shownNumber(amount(sum(ones.map(one => one.subtotal)))),
        vatTotal: shownNumber(amount(sum(ones.map(one => one.vatTotal)))),
        total: shownNumber(amount(sum(ones.map(one => one.total)))),
        receivable: open('outgoing'),
        payable: open('incoming'),
      };
    });
}
