import { instantIn } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { log } from '../../kernel/log.ts';
import { getItem, queryRows } from '../../store/read.ts';
import { type CompanyId, companyKey, type Item, type Key } from '../../store/table.ts';
import { ConditionFailed, put, transact } from '../../store/transact.ts';
import { rowOrder } from '../filter.ts';
import { listPartitions } from '../../documents/list-partitions.ts';
import type { InvoiceRow } from '../../model/invoice-row.ts';
import { KINDS } from '../../model/kinds.ts';
import { forgetWrite, type Gone, isGone } from './gone.ts';
import { type Columns, columnsOf, decodeColumns, encodeColumns, rowAt } from './columns.ts';
import type { RowChange } from './select.ts';

/**
 * The list of a company as a file of columns, and the rows that have changed since: together they are the list as it stands. Every
 * write of a document stamps it in the index of changes (`gsi4`), so what the file lacks is one short query. The file is made again
 * (`compact`) when that query grows long; nothing depends on when that happens, or on whether it ever does.
 */
export interface Snapshot {
  /** Where the file lies; undefined where the company has none yet. */
  file: string;
  /** Changes from this instant on are not sure to be in the file. */
  upTo: string;
  /** The file before this one: whoever has just read its name may still fetch it. */
  previous: string | null;
}

type SnapshotItem = Item & { version: number; data: Snapshot };

const snapshotKey = (company: CompanyId): Key => companyKey(company, `LIST#${KINDS.invoice.prefix}`);

const readSnapshotItem = (company: CompanyId): Promise<SnapshotItem | undefined> => getItem<SnapshotItem>(snapshotKey(company));

/** Which file holds the company's list. One read. */
export const readSnapshot = async (company: CompanyId): Promise<Snapshot | undefined> => (await readSnapshotItem(company))?.data;

export interface ListIndex {
  columns: Columns;
  changes: RowChange[];
}

/** The whole list of a company. One query, and a file that a warm function keeps. */
export async function loadList(company: CompanyId, snapshot: Snapshot | undefined): Promise<ListIndex> {
  const [columns, changes] = await Promise.all([
    snapshot && loadColumns(snapshot.file),
    readChanges(company, snapshot?.upTo ?? EVER),
  ]);
  if (columns || !snapshot) return { columns: columns ?? columnsOf([]), changes };
  log.warn('List file cannot be read: the list is made from the table', { file: snapshot.file });
  return { columns: columnsOf([]), changes: await readChanges(company, EVER) };
}

/** Before every instant. */
const EVER = '0';

/** The documents that have changed since an instant, as they are now. */
async function readChanges(company: CompanyId, since: string): Promise<RowChange[]> {
  const rows = await queryRows<InvoiceRow | Gone>('gsi4', { partition: listPartitions.changed(company), between: [since, '~'] });
  return rows.map(row => ({ id: row.id, row: isGone(row) ? undefined : row }));
}

/** A warm function keeps the file it read last. */
let kept: { file: string; columns: Columns } | undefined;

async function loadColumns(file: string): Promise<Columns | undefined> {
  if (kept?.file === file) return kept.columns;
  // Most lists are answered without a file: the client of S3 is loaded by those that need one.
  const { getFile } = await import('../../aws/read-file.ts');
  const stored = await getFile(file);
  const columns = stored && decodeColumns(stored.bytes);
  if (columns) kept = { file, columns };
  return columns;
}

/** Changes that a list reads along; beyond, its file is made again. 100 rows are 10 read units. */
export const MANY_CHANGES = 100;

/** Seconds after which a change is seen by every read of the index: transactions end within 30, indexes follow within a second. */
const SETTLED = 60;

/** A transaction holds 100 writes. */
const REMOVED_AT_ONCE = 98;

/**
 * Makes the file of a company's list again when many documents have changed since. May run twice, or two at once: the one that
 * comes second finds nothing to do, or throws its file away.
 */
export async function compact(company: CompanyId): Promise<void> {
  const item = await readSnapshotItem(company);
  const upTo = instantIn(-SETTLED);
  const { columns, changes } = await loadList(company, item?.data);
  if (changes.length <= MANY_CHANGES) return;
  const file = `companies/${company}/lists/${KINDS.invoice.folder}-${newId()}.columns`;
  const { putFile, removeFile } = await import('../../aws/documents-bucket.ts');
  await putFile(file, encodeColumns(columnsOf(merged(columns, changes))), 'application/octet-stream');
  const version = item?.version ?? 0;
  const gone = changes.filter(({ row }) => !row).slice(0, REMOVED_AT_ONCE);
  try {
    await transact([
      put(
        {
          ...snapshotKey(company),
          kind: 'list-snapshot',
          version: version + 1,
          data: { file, upTo, previous: item?.data.file ?? null } satisfies Snapshot,
        },
        item
          ? { expression: '#version = :version', names: { '#version': 'version' }, values: { ':version': version } }
          : { expression: 'attribute_not_exists(pk)' },
      ),
      ...gone.map(({ id }) => forgetWrite(company, id)),
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    await removeFile(file); // Another one was faster.
    return;
  }
  if (item?.data.previous) await removeFile(item.data.previous);
}

/** All rows as they stand, in the order that lists have by default. */
function merged(columns: Columns, changes: readonly RowChange[]): InvoiceRow[] {
  const changed = new Set(changes.map(({ id }) => id));
  const rows = Array.from({ length: columns.length }, (_, place) => rowAt(columns, place)).filter(({ id }) => !changed.has(id));
  return [...rows, ...changes.flatMap(({ row }) => (row ? [row] : []))].sort(rowOrder({}));
}
