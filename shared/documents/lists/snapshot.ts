import { partitionsOf } from '#shared/documents/common/list-partitions.ts';
import { instantIn } from '#shared/base/kernel/clock.ts';
import { log } from '#shared/base/kernel/log.ts';
import { isWhole } from '#shared/platform/store/packing/damaged.ts';
import { getItem, queryPages, type Range } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, type Item, type Key } from '#shared/platform/store/table.ts';
import { decodeColumns } from './column-file.ts';
import { type Columns, columnsOf } from './columns.ts';
import type { ListDefinition, ListKind, ListRow, RowChange } from './definition.ts';
import { type Gone, isGone } from './gone.ts';

/**
 * A company's list is stored as a file of columns; together with the rows that have changed since, it gives the current list. Every
 * write of a document that lists show sets its time in the index of changes (`gsi4`), so one short query finds what the file lacks.
 * When that query gets long, a new file is written (compact.ts). Correctness does not depend on when, or whether, that happens.
 */
export interface Snapshot {
  /** The file's key in the bucket. */
  file: string;
  /** ISO 8601. Changes from this time on may not be in the file. */
  upTo: string;
  /** The file before this one; kept because a reader that has just read its name may still fetch it. */
  previous: string | null;
}

/** The item with the name of the current file. */
export type SnapshotItem = Item & { version: number; data: Snapshot };

export const snapshotKey = ({ prefix }: Pick<ListKind, 'prefix'>, company: CompanyId): Key =>
  companyKey(company, `LIST#${prefix}`);

export const readSnapshotItem = (kind: Pick<ListKind, 'prefix'>, company: CompanyId): Promise<SnapshotItem | undefined> =>
  getItem<SnapshotItem>(snapshotKey(kind, company));

/** The current file of a list; undefined when the company has none yet. One read. */
export const readSnapshot = async (kind: Pick<ListKind, 'prefix'>, company: CompanyId): Promise<Snapshot | undefined> =>
  (await readSnapshotItem(kind, company))?.data;

/** A complete list: the columns of its file, and the changes since. */
export interface WholeList<Row> {
  columns: Columns;
  changes: RowChange<Row>[];
}

/** The parts of a definition that determine how its rows are stored. */
export type Kept<Row extends ListRow> = Pick<ListDefinition<Row, never, unknown>, 'kind' | 'amounts'>;

/** The complete list of a company. One query, and a file, which a warm Lambda function has in memory. */
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
  log.warn('List file cannot be read, the list is read from the table', { file: snapshot.file });
  return { columns: columnsOf([], amounts), changes: await readChanges<Row>(kind, company, EVER) };
}

/** Sorts before every time. */
export const EVER = '0';

/** The current rows of documents that have changed since a time (ISO 8601). */
async function readChanges<Row extends ListRow>(
  kind: Pick<ListKind, 'prefix'>,
  company: CompanyId,
  since: string,
): Promise<RowChange<Row>[]> {
  const changes: RowChange<Row>[] = [];
  for await (const page of changePages<Row>(kind, company, since)) changes.push(...page);
  return lastOfEach(changes);
}

/** The changes since a time (ISO 8601), in their order, a page of DynamoDB at a time. @param limit the most changes to read */
export async function* changePages<Row extends ListRow>(
  kind: Pick<ListKind, 'prefix'>,
  company: CompanyId,
  since: string,
  limit?: number,
): AsyncGenerator<RowChange<Row>[]> {
  const range: Range = { partition: partitionsOf(kind).changed(company), between: [since, '~'] };
  for await (const page of queryPages<{ row: Row | Gone }>(range, { index: 'gsi4', limit }))
    yield page.filter(item => isWhole(item, 'row')).map(({ row }) => ({ id: row.id, row: isGone(row) ? undefined : row }));
}

/** A document that changes between two pages of a query is in both. */
export const lastOfEach = <Row>(changes: readonly RowChange<Row>[]): RowChange<Row>[] => [
  ...new Map(changes.map(change => [change.id, change])).values(),
];

/** The file that was read last, in the memory of a warm Lambda function. */
let kept: { file: string; columns: Columns } | undefined;

/** The columns of a file; undefined when it is absent or cannot be read. */
export async function loadColumns(file: string): Promise<Columns | undefined> {
  if (kept?.file === file) return kept.columns;
  // Not two files in memory at once.
  kept = undefined;
  // Most queries need no file, so the S3 client is loaded only here.
  const { getFile } = await import('#shared/platform/aws/read-file.ts');
  const stored = await getFile(file);
  const columns = stored && decodeColumns(stored.bytes);
  if (columns) kept = { file, columns };
  return columns;
}

/** With more changes than this since the file, a new one is written. Reading 100 rows costs about 10 read units. */
export const MANY_CHANGES = 100;

/**
 * Seconds after which a change is assumed to be in the index. A transaction ends within 30, and an index usually follows within a
 * second; it takes longer when a partition of the index is throttled (DynamoDB, "GSI back pressure"). Newer changes are always read
 * by query.
 */
export const SETTLED = 600;

/**
 * Seconds for which no new file is written: it would not shorten the query, since changes newer than `SETTLED` are never left to
 * the file.
 */
const FRESH = 60;

/** Whether the list's file was written just now; false when the file cannot be read. */
export const isFresh = ({ columns }: Pick<WholeList<unknown>, 'columns'>, snapshot: Snapshot | undefined): boolean =>
  columns.length > 0 && snapshot !== undefined && snapshot.upTo > instantIn(-SETTLED - FRESH);
