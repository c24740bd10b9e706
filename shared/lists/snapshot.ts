import { partitionsOf } from '../documents/list-partitions.ts';
import { instantIn } from '../kernel/clock.ts';
import { log } from '../kernel/log.ts';
import { getItem, queryRows } from '../store/read.ts';
import { type CompanyId, companyKey, type Item, type Key } from '../store/table.ts';
import { decodeColumns } from './column-file.ts';
import { type Columns, columnsOf } from './columns.ts';
import type { ListDefinition, ListKind, ListRow } from './definition.ts';
import { type Gone, isGone } from './gone.ts';
import type { RowChange } from './select.ts';

/**
 * A company's list as a file of columns, and the rows that have changed since: together they are the list as it is now. Every
 * write of a document stamps it in the index of changes (`gsi4`), so what the file lacks is one short query. The file is made again
 * (compact.ts) when that query grows long; nothing depends on when that happens, or on whether it ever does.
 */
export interface Snapshot {
  /** The file's key in the bucket. */
  file: string;
  /** Changes from this instant on are not sure to be in the file. */
  upTo: string;
  /** The file before this one: a reader who has just read its name may still fetch it. */
  previous: string | null;
}

/** The item that names the file in force. */
export type SnapshotItem = Item & { version: number; data: Snapshot };

export const snapshotKey = ({ prefix }: Pick<ListKind, 'prefix'>, company: CompanyId): Key =>
  companyKey(company, `LIST#${prefix}`);

export const readSnapshotItem = (kind: Pick<ListKind, 'prefix'>, company: CompanyId): Promise<SnapshotItem | undefined> =>
  getItem<SnapshotItem>(snapshotKey(kind, company));

/** Which file holds the list; undefined where the company has none yet. One read. */
export const readSnapshot = async (kind: Pick<ListKind, 'prefix'>, company: CompanyId): Promise<Snapshot | undefined> =>
  (await readSnapshotItem(kind, company))?.data;

/** A list as a whole. */
export interface WholeList<Row> {
  columns: Columns;
  changes: RowChange<Row>[];
}

/** What of a definition says how its rows are kept. */
export type Kept<Row extends ListRow> = Pick<ListDefinition<Row, never, unknown>, 'kind' | 'amounts'>;

/** The whole list of a company. One query, and a file that a warm function keeps. */
export async function loadList<Row extends ListRow>(
  { kind, amounts }: Kept<Row>,
  company: CompanyId,
  snapshot: Snapshot | undefined,
): Promise<WholeList<Row>> {
  const [columns, changes] = await Promise.all([
    snapshot && loadColumns(snapshot.file),
    readChanges<Row>(kind, company, snapshot?.upTo ?? EVER),
  ]);
  if (columns || !snapshot) return { columns: columns ?? columnsOf([], amounts), changes };
  log.warn('List file cannot be read: the list is made from the table', { file: snapshot.file });
  return { columns: columnsOf([], amounts), changes: await readChanges<Row>(kind, company, EVER) };
}

/** Before every instant. */
const EVER = '0';

/** The documents that have changed since an instant, as they are now. */
async function readChanges<Row extends ListRow>(
  kind: Pick<ListKind, 'prefix'>,
  company: CompanyId,
  since: string,
): Promise<RowChange<Row>[]> {
  const partition = partitionsOf(kind).changed(company);
  const rows = await queryRows<Row | Gone>('gsi4', { partition, between: [since, '~'] });
  return rows.map(row => ({ id: row.id, row: isGone(row) ? undefined : row }));
}

/** A warm function keeps the file it read last. */
let kept: { file: string; columns: Columns } | undefined;

async function loadColumns(file: string): Promise<Columns | undefined> {
  if (kept?.file === file) return kept.columns;
  // Most lists are answered without a file: the client of S3 is loaded by those that need one.
  const { getFile } = await import('../aws/read-file.ts');
  const stored = await getFile(file);
  const columns = stored && decodeColumns(stored.bytes);
  if (columns) kept = { file, columns };
  return columns;
}

/** Changes that a list reads along; beyond, its file is made again. 100 rows are 10 read units. */
export const MANY_CHANGES = 100;

/**
 * Seconds after which a change is taken to be in the index: a transaction ends within 30, and an index follows within a second, unless
 * one of its keys is in demand more than a partition bears (DynamoDB, "GSI back pressure"). Until then lists read changes beside the file.
 */
export const SETTLED = 600;

/** Seconds in which a file is not made again: the changes that are not settled would be as many beside the next one. */
const FRESH = 60;

/** Whether the list has just got its file; not when that cannot be read. */
export const isFresh = ({ columns }: Pick<WholeList<unknown>, 'columns'>, snapshot: Snapshot | undefined): boolean =>
  columns.length > 0 && snapshot !== undefined && snapshot.upTo > instantIn(-SETTLED - FRESH);
