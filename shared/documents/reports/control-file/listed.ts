import { columnReader } from '#shared/documents/lists/columns.ts';
import type { ListRow } from '#shared/documents/lists/definition.ts';
import { type Kept, loadList, readSnapshot, type Snapshot, type WholeList } from '#shared/documents/lists/snapshot.ts';
import { DELIVERY_NOTE_LIST } from '#shared/documents/delivery-notes/list.ts';
import { INVOICE_LIST } from '#shared/documents/invoices/list/definition.ts';
import { PROFORMA_LIST } from '#shared/documents/proformas/list.ts';
import { receiptPages } from '#shared/documents/receipts/store.ts';
import { isReceiptSeries, type SeriesType } from '#shared/model/kinds.ts';
import type { ListedNumber } from '#shared/model/register/period.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { formatNumber, type Series } from '#shared/records/catalogue/series/store.ts';

/** The numbered documents of series: they say which numbers a period has. */

/** What is read of the rows of every list. */
interface NumberedRow extends ListRow {
  number: string;
  status: string;
  issueDate: string;
  /** Of the list of invoices. */
  isCreditNote?: boolean;
}

/** The lists, each with the types of the series that number its documents. */
const LISTS = [
  { types: ['invoice', 'credit_note'], list: INVOICE_LIST },
  { types: ['proforma'], list: PROFORMA_LIST },
  { types: ['delivery_note'], list: DELIVERY_NOTE_LIST },
] as unknown as readonly { types: readonly SeriesType[]; list: Kept<NumberedRow> }[];

type NumberingSeries = Pick<Series, 'prefix' | 'year' | 'type'>;

/** The number that a document has in a series, from its printed form; undefined when it is not of the series. */
export function sequenceIn(series: Pick<Series, 'prefix' | 'year'>, number: string): number | undefined {
  const sequence = Number(number.slice(number.lastIndexOf('-') + 1));
  return Number.isSafeInteger(sequence) && formatNumber(series, sequence) === number ? sequence : undefined;
}

/** Whether a row of the list is of a document that series of a type number: suppliers' documents may have the same numbers. */
const isOfType = (type: SeriesType, status: string, isCreditNote: boolean): boolean =>
  status !== 'synced' && isCreditNote === (type === 'credit_note');

/** Which files the lists have, in their order. */
export type Snapshots = readonly (Snapshot | undefined)[];

/** Of all lists, so that no other read has to say first which one is needed. One round trip. */
export const readSnapshots = (company: CompanyId): Promise<Snapshots> =>
  Promise.all(LISTS.map(({ list }) => readSnapshot(list.kind, company)));

/**
 * The documents that series of a company have numbered, by the id of the series. A query for each list that is needed, and a file in S3, which a
 * warm function has cached; receipts have no list, and are read themselves: a query for each MB of them.
 *
 * @param year reads no more receipts than those of this year
 */
export async function readNumbered(
  company: CompanyId,
  all: readonly Series[],
  snapshots: Snapshots,
  year?: number,
): Promise<Map<string, ListedNumber[]>> {
  const numbered = new Map<string, ListedNumber[]>(all.map(({ id }) => [id, []]));
  const readLists = LISTS.map(async ({ types, list }, place) => {
    const own = all.filter(({ type }) => types.includes(type));
    if (own.length === 0) return;
    const whole = await loadList(list, company, snapshots[place]);
    for (const series of own) numbered.set(series.id, numbersOf(whole, series));
  });
  await Promise.all([...readLists, addReceipts(company, all, numbered, year)]);
  return numbered;
}

async function addReceipts(
  company: CompanyId,
  all: readonly Series[],
  numbered: ReadonlyMap<string, ListedNumber[]>,
  year: number | undefined,
): Promise<void> {
  if (!all.some(({ type }) => isReceiptSeries(type))) return;
  const days = year === undefined ? {} : { from: `${year}-01-01`, before: `${year + 1}-01-01` };
  for await (const page of receiptPages(company, days))
    for (const { id, seriesId, sequence, date } of page) numbered.get(seriesId)?.push({ id, sequence, day: date });
}

/** The documents of a list that a series has numbered. Pure. */
export function numbersOf({ columns, changes }: WholeList<NumberedRow>, series: NumberingSeries): ListedNumber[] {
  const listed: ListedNumber[] = [];
  const add = (id: string, number: string, day: string, status: string, isCreditNote: boolean): void => {
    if (!isOfType(series.type, status, isCreditNote)) return;
    const sequence = sequenceIn(series, number);
    if (sequence !== undefined) listed.push({ id, sequence, day });
  };
  const changed = new Set(changes.map(({ id }) => id));
  const read = columnReader<NumberedRow>(columns);
  const [id, number, day] = [read.word('id'), read.word('number'), read.word('issueDate')];
  const [status, isCreditNote] = [read.word('status'), read.word('isCreditNote')];
  for (let place = 0; place < columns.length; place++) {
    const own = id(place) ?? '';
    if (!changed.has(own)) add(own, number(place) ?? '', day(place) ?? '', status(place) ?? '', isCreditNote(place) === true);
  }
  for (const { row } of changes) if (row) add(row.id, row.number, row.issueDate, row.status, row.isCreditNote === true);
  return listed;
}
