import { log } from '#shared/base/kernel/log.ts';
import { queryRows } from '#shared/platform/store/read.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { ListDefinition, ListKind, ListRow, PageQuery } from './definition.ts';
import { columnsOf } from './columns.ts';
import { type Selection, select } from './select.ts';
import { isFresh, loadList, MANY_CHANGES, readSnapshot, type Snapshot } from './snapshot.ts';

/**
 * Begins to answer a list query. A first page for which the definition has an index is read from that, and the total from counters.
 * All other queries are answered from the list's columns (snapshot.ts), at a cost that depends neither on the number of the page
 * nor on the number of documents. For those, only the name of the file is read here; `finishList` does the rest.
 *
 * @param only for a query that names what one document alone can have: the current row of that document, if there is one
 */
export function beginList<Row extends ListRow, Query extends PageQuery, Sums>(
  list: ListDefinition<Row, Query, Sums>,
  company: CompanyId,
  query: Query,
  only?: Promise<Row | undefined>,
): Promise<Selection<Row, Sums> | Begun> {
  if (only) return only.then(row => select(list, columnsOf([], list.amounts), row ? [{ id: row.id, row }] : [], query));
  const first = list.firstPage(query, company);
  if (!first) return readSnapshot(list.kind, company).then(snapshot => ({ snapshot }));
  return Promise.all([
    list.count(query, company),
    queryRows<Row>(first.index, { partition: first.partition }, { descending: true, limit: query.limit }),
  ]).then(([counted, rows]) => ({ rows, ...counted }));
}

/** A query that `finishList` answers from the columns; undefined `snapshot`: the list has no file yet. */
export interface Begun {
  snapshot: Snapshot | undefined;
}

/**
 * The answer to the query that was given to `beginList`; requests a compaction if many documents have changed since the file was
 * made.
 */
export async function finishList<Row extends ListRow, Query extends PageQuery, Sums>(
  list: ListDefinition<Row, Query, Sums>,
  company: CompanyId,
  query: Query,
  begun: Selection<Row, Sums> | Begun,
): Promise<Selection<Row, Sums>> {
  if (!('snapshot' in begun)) return begun;
  const whole = await loadList(list, company, begun.snapshot);
  const { columns, changes } = whole;
  if (changes.length > MANY_CHANGES && !isFresh(whole, begun.snapshot)) await askForCompaction(list.kind, company);
  return select(list, columns, changes, query);
}

async function askForCompaction(kind: ListKind, company: CompanyId): Promise<void> {
  const { requestCompaction } = await import('./request.ts');
  // The answer is correct without a compaction, so a failure is only logged.
  await requestCompaction(kind, company).catch((error: unknown) =>
    log.warn('Compaction of a list could not be requested', { list: kind.item, error: (error as Error).name }),
  );
}
