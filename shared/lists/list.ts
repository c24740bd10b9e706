import { log } from '../kernel/log.ts';
import { queryRows } from '../store/read.ts';
import type { CompanyId } from '../store/table.ts';
import type { ListDefinition, ListKind, ListRow, PageQuery } from './definition.ts';
import { type Selection, select } from './select.ts';
import { isFresh, loadList, MANY_CHANGES, readSnapshot, type Snapshot } from './snapshot.ts';

/**
 * Begins to answer a list. A first page that the definition knows an index for is read from it, while counters give the number of documents
 * there are. Every other page, filter, sort and search is answered from the list's columns (snapshot.ts): their cost grows neither with
 * the page nor with the company.
 */
export function beginList<Row extends ListRow, Query extends PageQuery, Sums>(
  list: ListDefinition<Row, Query, Sums>,
  company: CompanyId,
  query: Query,
): Promise<Selection<Row, Sums> | Begun> {
  const first = list.firstPage(query, company);
  if (!first) return readSnapshot(list.kind, company).then(snapshot => ({ snapshot }));
  return Promise.all([
    list.count(query, company),
    queryRows<Row>(first.index, { partition: first.partition }, { descending: true, limit: query.limit }),
  ]).then(([counted, rows]) => ({ rows, ...counted }));
}

/** A list that has to be read on: its file is known. */
export interface Begun {
  snapshot: Snapshot | undefined;
}

/** The list that `beginList` began. */
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
  // The answer is right without it.
  await requestCompaction(kind, company).catch((error: unknown) =>
    log.warn('List is not made again', { list: kind.item, error: (error as Error).name }),
  );
}
