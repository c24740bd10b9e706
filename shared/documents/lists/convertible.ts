import { type CountedBy, readCounts } from '#shared/documents/common/counters.ts';
import { indexOfList } from '#shared/documents/common/list-partitions.ts';
import type { Convertible, ConvertibleRow } from '#shared/model/convertible/document.ts';
import type { Kind } from '#shared/model/kinds.ts';
import type { Metadata } from '#shared/model/callers-data/metadata.ts';
import type { Condition, ListDefinition, PageQuery } from './definition.ts';
import { foundByConditions } from './found-by.ts';
import { paddedNumber, type SearchedFields, searchesIn } from './text-search.ts';

/** Lists of proformas and of delivery notes: the same filters, sorts and counters. */

/** Proformas and delivery notes are counted by status only. */
export const CONVERTIBLE_COUNTERS: CountedBy<Convertible> = { values: ({ status }) => [status], sums: () => ({}) };

export interface ConvertibleQuery extends PageQuery {
  search?: string | undefined;
  status?: readonly string[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  clientId?: string | undefined;
  orderNumber?: string | undefined;
  metadata?: Metadata | undefined;
}

/** The fields that `search` applies to. */
const SEARCHED = {
  texts: ['number', 'clientName', 'orderNumber', 'contractNumber'],
  taxIds: ['clientCif'],
} as const satisfies SearchedFields<keyof ConvertibleRow>;

/** Parameters for which the counters give the total. With any other parameter the total is not known without filtering the rows. */
const COUNTED: readonly string[] = ['page', 'limit', 'sort', 'order', 'status'];

/**
 * The list of a kind. The first page of all documents, or of all drafts, is read from an index.
 *
 * @param conditions the conditions for query parameters that only this kind has
 */
export function convertibleList<Row extends ConvertibleRow, Query extends ConvertibleQuery>(
  kind: Kind,
  conditions: (query: Query) => Condition<Row>[] = () => [],
): ListDefinition<Row, Query, undefined> {
  return {
    kind,
    amounts: ['total'],
    sorts: {
      issueDate: { field: 'issueDate' },
      dueDate: { field: 'dueDate' },
      createdAt: { field: 'createdAt' },
      number: { field: 'number', key: value => paddedNumber(String(value)) },
      total: { field: 'total' },
    },
    defaultSort: 'issueDate',
    conditions: query => [...sharedConditions<Row>(query), ...conditions(query)],
    sum: () => undefined,
    firstPage: (query, company) => (isFirstPage(query) ? indexOfList(kind, company, query.status) : undefined),
    count: async ({ status }, company) => {
      const counts = await readCounts(kind, company);
      const meant = counts.filter(({ values: [counted = ''] }) => status?.includes(counted) ?? true);
      return { total: meant.reduce((sum, { documents }) => sum + documents, 0), totals: undefined };
    },
  };
}

/** Whether the answer is the beginning of a list in its default order that has no filter but the status. */
const isFirstPage = (query: ConvertibleQuery): boolean =>
  query.page === 1 &&
  (query.sort ?? 'issueDate') === 'issueDate' &&
  query.order !== 'asc' &&
  Object.entries(query).every(([name, value]) => value === undefined || COUNTED.includes(name));

function sharedConditions<Row extends ConvertibleRow>(query: ConvertibleQuery): Condition<Row>[] {
  const { search, status, from, to, clientId } = query;
  const where = (field: keyof ConvertibleRow, holds: (value: unknown) => boolean): Condition<Row> => ({ field, holds });
  return [
    ...(status ? [where('status', value => status.includes(String(value)))] : []),
    ...(from === undefined ? [] : [where('issueDate', value => String(value) >= from)]),
    ...(to === undefined ? [] : [where('issueDate', value => String(value) <= to)]),
    ...(clientId === undefined ? [] : [where('clientId', value => value === clientId)]),
    ...foundByConditions<Row>(query),
    ...(search ? [{ anyOf: searchesIn(search, SEARCHED) as Condition<Row>[] }] : []),
  ];
}
