import { instantIn } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { ConditionFailed, put, transact } from '#shared/platform/store/transact.ts';
import { decodeColumns, encodeColumns } from './column-file.ts';
import { type Columns, columnsOf } from './columns.ts';
import type { ListDefinition, ListKind, ListRow, RowChange } from './definition.ts';
import { forgetWrite } from './gone.ts';
import { merged } from './merge.ts';
import {
  changePages,
  EVER,
  isFresh,
  lastOfEach,
  loadColumns,
  MANY_CHANGES,
  readSnapshotItem,
  SETTLED,
  type Snapshot,
  snapshotKey,
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

/** Changes that are merged into the columns at a time, which limits the memory that their rows take: some 60 MB. */
const MERGED_AT_ONCE = 50_000;

/**
 * Writes a new file for a company's list if many documents have changed since the current one. Safe to run twice or concurrently:
 * the later run finds nothing to do, or discards its file. Its memory does not depend on the number of changes.
 */
export async function compact<Row extends ListRow>(list: Filed<Row>, company: CompanyId): Promise<void> {
  const { kind } = list;
  const item = await readSnapshotItem(kind, company);
  const upTo = instantIn(-SETTLED);
  const columns = item && (await loadColumns(item.data.file));
  if (columns && (isFresh({ columns }, item.data) || !(await hasManyChanges(kind, company, item.data.upTo)))) return;
  if (!columns && !(await hasManyChanges(kind, company, EVER))) return;
  const since = columns ? secondsBefore(item.data.upTo, LATE) : EVER;
  const { bytes, gone } = await withChanges(list, columns ?? columnsOf([], list.amounts), changePages<Row>(kind, company, since));
  const file = `companies/${company}/lists/${kind.folder}-${newId()}.columns`;
  const { putFile, removeFile } = await import('#shared/platform/aws/documents-bucket.ts');
  await putFile(file, bytes, 'application/octet-stream');
  const version = item?.version ?? 0;
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
      ...gone.slice(0, REMOVED_AT_ONCE).map(id => forgetWrite(kind, company, id)),
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    await removeFile(file); // A concurrent run has replaced the file first.
    return;
  }
  if (item?.data.previous) await removeFile(item.data.previous);
}

const secondsBefore = (at: string, seconds: number): string => new Date(Date.parse(at) - seconds * 1000).toISOString();

async function hasManyChanges(kind: ListKind, company: CompanyId, since: string): Promise<boolean> {
  let count = 0;
  for await (const page of changePages(kind, company, since, MANY_CHANGES + 1)) count += page.length;
  return count > MANY_CHANGES;
}

/** The file of columns with all changes, and the ids of the deleted documents among these. */
export async function withChanges<Row extends ListRow>(
  list: Omit<Filed<Row>, 'kind'>,
  before: Columns,
  pages: AsyncIterable<RowChange<Row>[]>,
  mergedAtOnce = MERGED_AT_ONCE,
): Promise<{ bytes: Uint8Array; gone: string[] }> {
  let columns = before;
  let waiting: RowChange<Row>[] = [];
  const gone = new Set<string>();
  const mergeWaiting = (): Uint8Array => {
    const changes = lastOfEach(waiting);
    waiting = [];
    for (const { id, row } of changes) {
      if (row) gone.delete(id);
      else gone.add(id);
    }
    return encodeColumns(merged(list, columns, changes));
  };
  for await (const page of pages) {
    waiting.push(...page);
    // As a file, columns take the least memory.
    if (waiting.length >= mergedAtOnce) columns = decodedColumns(mergeWaiting());
  }
  return { bytes: mergeWaiting(), gone: [...gone] };
}

/** The columns of a file that was just written. */
function decodedColumns(bytes: Uint8Array): Columns {
  const columns = decodeColumns(bytes);
  if (!columns) throw new Error('A list file that was just written cannot be read.');
  return columns;
}
