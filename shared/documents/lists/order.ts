import { compare } from '#shared/base/kernel/collate.ts';
import { cents } from '#shared/base/kernel/money.ts';
import type { ListDefinition, ListRow, PageQuery, Sort } from './definition.ts';

/** The order of a list. Pure. */

type Ordered<Row extends ListRow> = Pick<ListDefinition<Row, PageQuery, unknown>, 'amounts' | 'sorts' | 'defaultSort'>;

/** Field and direction of a query. */
export function sortOf<Row extends ListRow>(
  { sorts, defaultSort }: Ordered<Row>,
  { sort = defaultSort, order = 'desc' }: Pick<PageQuery, 'sort' | 'order'>,
): { by: Sort<Row>; order: 'asc' | 'desc'; isDefault: boolean } {
  const by = sorts[sort];
  if (!by) throw new Error(`The list has no sort ${sort}.`);
  return { by, order, isDefault: sort === defaultSort && order === 'desc' };
}

/** The sort key of a value. */
export const sortKey = <Row>({ key = asText }: Sort<Row>, value: unknown): string => key(value);

const asText = (value: unknown): string => String(value ?? '');

/** The comparison function of a query: by its field and direction, then by creation, newest first, then by id. */
export function rowOrder<Row extends ListRow>(
  list: Ordered<Row>,
  query: Pick<PageQuery, 'sort' | 'order'>,
): (a: Row, b: Row) => number {
  const { by, order } = sortOf(list, query);
  const sign = order === 'asc' ? 1 : -1;
  const compared = list.amounts.includes(by.field)
    ? (a: Row, b: Row) => cents(String(a[by.field])) - cents(String(b[by.field]))
    : (a: Row, b: Row) => compare(sortKey(by, a[by.field]), sortKey(by, b[by.field]));
  return (a, b) => sign * compared(a, b) || compare(b.createdAt, a.createdAt) || compare(b.id, a.id);
}
