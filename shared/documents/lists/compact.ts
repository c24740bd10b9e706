import { instantIn } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { ConditionFailed, put, transact } from '#shared/platform/store/transact.ts';
import { encodeColumns } from './column-file.ts';
import { columnsOf, rowAt } from './columns.ts';
import type { ListDefinition, ListRow } from './definition.ts';
import { forgetWrite } from './gone.ts';
import { rowOrder } from './order.ts';
import {
  isFresh,
  loadList,
  MANY_CHANGES,
  readSnapshotItem,
  SETTLED,
  type Snapshot,
  snapshotKey,
  type WholeList,
} from './snapshot.ts';

/**
 * Seconds. Changes from this long before `upTo` of the current file are read again, so that changes which the index showed late get
 * into the next file.
 */
const LATE = 86_400;

/** The most tombstones that one compaction removes: a transaction may have 100 writes. */
const REMOVED_AT_ONCE = 98;

/** The parts of a definition that determine the content of the file. */
type Filed<Row extends ListRow> = Pick<ListDefinition<Row, never, unknown>, 'kind' | 'amounts' | 'sorts' | 'defaultSort'>;

/**
 * Writes a new file for a company's list if many documents have changed since the current one. Safe to run twice or concurrently:
 * the later run finds nothing to do, or discards its file.
 */
export async function compact<Row extends ListRow>(list: Filed<Row>, company: CompanyId): Promise<void> {
  const { kind, amounts } = list;
  const item = await readSnapshotItem(kind, company);
  const upTo = instantIn(-SETTLED);
  const read = await loadList(list, company, item?.data);
  if (read.changes.length <= MANY_CHANGES || isFresh(read, item?.data)) return;
  const whole = item ? await loadList(list, company, { ...item.data, upTo: secondsBefore(item.data.upTo, LATE) }) : read;
  const file = `companies/${company}/lists/${kind.folder}-${newId()}.columns`;
  const { putFile, removeFile } = await import('#shared/platform/aws/documents-bucket.ts');
  await putFile(file, encodeColumns(columnsOf(merged(list, whole), amounts)), 'application/octet-stream');
  const version = item?.version ?? 0;
  const gone = whole.changes.filter(({ row }) => !row).slice(0, REMOVED_AT_ONCE);
  try {
    await transact([
      put(
        {
          ...snapshotKey(kind, company),
          kind: 'list-snapshot',
          version: version + 1,
          data: { file, upTo, previous: item?.data.file ?? null } satisfies Snapshot,
        },
        item
          ? { expression: '#version = :version', names: { '#version': 'version' }, values: { ':version': version } }
          : { expression: 'attribute_not_exists(pk)' },
      ),
      ...gone.map(({ id }) => forgetWrite(kind, company, id)),
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    await removeFile(file); // A concurrent run has replaced the file first.
    return;
  }
  if (item?.data.previous) await removeFile(item.data.previous);
}

const secondsBefore = (at: string, seconds: number): string => new Date(Date.parse(at) - seconds * 1000).toISOString();

/** All current rows, in the default order of the list. */
function merged<Row extends ListRow>(list: Filed<Row>, { columns, changes }: WholeList<Row>): Row[] {
  const changed = new Set(changes.map(({ id }) => id));
  const rows = Array.from({ length: columns.length }, (_, place) => rowAt<Row>(columns, place)).filter(
    ({ id }) => !changed.has(id),
  );
  return [...rows, ...changes.flatMap(({ row }) => (row ? [row] : []))].sort(rowOrder(list, {}));
}
