import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import { countSeriesUses, type SeriesUse } from '#shared/records/catalogue/series/uses.ts';
import type { DocumentHeader } from '#shared/model/document.ts';
import type { DocumentLine } from '#shared/model/line.ts';
import type { DocumentEvent } from '#shared/model/timeline.ts';
import { DamagedItem, toPacked } from '#shared/platform/store/packing/packed.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyPartition, type Item } from '#shared/platform/store/table.ts';
import { check, type Condition, create, decidedOn, put, remove, update, type Write } from '#shared/platform/store/transact.ts';
import {
  type Change,
  changedDocument,
  type DocumentItems,
  type DocumentParts,
  type DocumentType,
  type HeaderChange,
  type HeaderType,
  type Recorded,
  type StoredDocument,
  type WithLines,
} from './definition.ts';
import { documentKey, documentSortKey, type ItemNames, type StoredItem } from './items.ts';
import { digest, link, linesHash } from './timeline-hashes.ts';
import { entriesWrite } from './timeline.ts';

/** Reads and writes documents of any kind, described by its `DocumentType`; items.ts describes the items. */

/** Lines are packed into items of at most this many bytes of JSON; DynamoDB's limit for an item is 400 KB. */
const CHUNK_BYTES = 200_000;

const linesKind = ({ item }: ItemNames): ItemKind => `${item}-lines`;

/** The whole document; undefined when the company has no document with that id. One query. */
export const readDocument = async <D extends DocumentParts>(
  type: DocumentItems<D>,
  company: CompanyId,
  id: string,
): Promise<StoredDocument<D> | undefined> => assembled(type, await readItems(type.kind, company, id));

/** The items of a document, as they are stored. One query. */
export const readItems = (kind: ItemNames, company: CompanyId, id: string): Promise<StoredItem[]> =>
  queryItems<StoredItem>({ partition: companyPartition(company), beginsWith: documentSortKey(kind, id) });

/** Builds the document from its items; undefined when the header is not among them. @throws DamagedItem for items without their data */
export function assembled<D extends DocumentParts>(
  type: DocumentItems<D>,
  items: readonly StoredItem[],
): StoredDocument<D> | undefined {
  const stored = items.find(item => item.kind === type.kind.item);
  if (!stored) return undefined;
  const damaged = items.find(
    ({ kind, data }) => data === undefined && [stored.kind, linesKind(type.kind), 'event'].includes(kind),
  );
  if (damaged) throw new DamagedItem(`${damaged.sk} has no data.`);
  const header = stored.data as D['header'];
  const of = <T>(kind: ItemKind): T[] => items.filter(item => item.kind === kind).map(item => item.data as T);
  return {
    document: { ...header, lines: of<DocumentLine[]>(linesKind(type.kind)).flat() },
    events: of<DocumentEvent[]>('event').flat().reverse(),
    ...type.children(of),
  };
}

/** The document without its lines. */
export const readHeader = async <H extends DocumentHeader>(
  kind: ItemNames,
  company: CompanyId,
  id: string,
): Promise<H | undefined> => (await getItem<StoredItem>(documentKey(kind, company, id)))?.data as H | undefined;

/** Only the lines of a document. One query. */
export async function readLines(kind: ItemNames, company: CompanyId, id: string): Promise<DocumentLine[]> {
  const items = await queryItems<StoredItem>({
    partition: companyPartition(company),
    beginsWith: documentSortKey(kind, id, 'L', ''),
  });
  return items.flatMap(item => item.data as DocumentLine[]);
}

/** Splits lines into packs that fit into an item. */
export function packLines<Line>(lines: Line[]): Line[][] {
  const packs: Line[][] = [];
  let free = 0;
  for (const line of lines) {
    const size = Buffer.byteLength(JSON.stringify(line));
    if (size > free) {
      packs.push([]);
      free = CHUNK_BYTES;
    }
    packs.at(-1)?.push(line);
    free -= size;
  }
  return packs;
}

const linesKey = (kind: ItemNames, { companyId, id }: DocumentHeader, pack: number) =>
  documentKey(kind, companyId, id, 'L', String(pack).padStart(2, '0'));

const linesItem = (kind: ItemNames, document: DocumentHeader, data: DocumentLine[], pack: number) => ({
  ...linesKey(kind, document, pack),
  kind: linesKind(kind),
  data: toPacked(data),
});

/**
 * The writes of a new document: header, lines, timeline, and further writes of its kind. Sets the hashes of `document`.
 *
 * @param also other documents of the kind that the same transaction changes
 */
export function createWrites<H extends DocumentHeader>(
  type: HeaderType<H>,
  document: WithLines<H>,
  recorded: Recorded[],
  also: readonly HeaderChange<H>[] = [],
): Write[] {
  document.linesHash = linesHash(document.lines);
  document.rowHash = digest(type.row(document));
  seal(type, null, document, recorded);
  return [
    create(headerItem(type, document)),
    ...packLines(document.lines).map((data, pack) => create(linesItem(type.kind, document, data, pack))),
    ...also.map(change => headerWrite(type, change)),
    ...besides(type, [{ before: null, after: document }, ...also]),
    ...entryWrites(type, document, recorded),
    ...also.flatMap(({ after, recorded: theirs }) => entryWrites(type, after, theirs)),
  ];
}

/**
 * The writes that change a document. The header is written on the condition that it still has the version that was read (optimistic
 * locking); otherwise the transaction fails (`ConditionFailed`) and the caller decides again.
 *
 * @param also other documents of the kind that the same transaction changes
 */
export function changeWrites<H extends DocumentHeader>(
  type: HeaderType<H>,
  change: HeaderChange<H> & { before: WithLines<H>; after: WithLines<H> },
  also: readonly HeaderChange<H>[] = [],
): Write[] {
  const { before, after } = change;
  const sameLines = before.lines === after.lines;
  if (!sameLines) after.linesHash = linesHash(after.lines);
  return [...headerWrites(type, [change, ...also]), ...(sameLines ? [] : lineWrites(type.kind, before, after))];
}

/** `changeWrites` of changes to headers only. */
export const headerWrites = <H extends DocumentHeader>(type: HeaderType<H>, changes: readonly HeaderChange<H>[]): Write[] => [
  ...changes.map(change => headerWrite(type, change)),
  ...besides(type, changes),
  ...changes.flatMap(({ after, recorded }) => entryWrites(type, after, recorded)),
];

/**
 * The writes that remove a document, its lines and child records. Its timeline stays in the table for audits; no list shows it.
 *
 * @param also other documents of the kind that the same transaction changes
 */
export function deleteWrites<D extends DocumentParts>(
  type: DocumentType<D>,
  stored: StoredDocument<D>,
  also: readonly HeaderChange<D['header']>[] = [],
): Write[] {
  const { document } = stored;
  return [
    remove(documentKey(type.kind, document.companyId, document.id), atVersion(document.version)),
    ...packLines(document.lines).map((_, pack) => remove(linesKey(type.kind, document, pack))),
    ...also.map(change => headerWrite(type, change)),
    ...besides(type, [{ before: document, after: null }, ...also]),
    ...type.removedWith(stored),
    ...also.flatMap(({ after, recorded }) => entryWrites(type, after, recorded)),
  ];
}

/**
 * The writes that remove the header of a document whose retention has ended: no list or count has it from then on. The items beside it are
 * left to the caller. A series goes on counting a number that it gave, so that nobody can delete it with its register.
 */
export const expiryWrites = <H extends DocumentHeader>(type: HeaderType<H>, header: H): Write[] => {
  const change = { before: header, after: null };
  return [
    remove(documentKey(type.kind, header.companyId, header.id), atVersion(header.version)),
    ...(header.sequence === null ? besides(type, [change]) : type.alongside([change])),
  ];
};

/** A condition that lets the transaction succeed only if a document has not changed since it was read. */
export const unchanged = (kind: ItemNames, { companyId, id, version }: DocumentHeader): Write =>
  check(documentKey(kind, companyId, id), atVersion(version));

const atVersion = (version: number): Condition => ({
  expression: '#version = :version',
  names: { '#version': 'version' },
  values: { ':version': version },
});

function headerWrite<H extends DocumentHeader>(type: HeaderType<H>, change: HeaderChange<H>): Write {
  const { before, after, recorded, contended } = change;
  const next: H = { ...after, version: before.version + 1, rowHash: digest(type.row(after)) };
  seal(type, before, next, recorded);
  // The caller may continue with `after`, so it gets the hashes that are stored.
  const { rowHash, timelineHash, seal: sealed } = next;
  Object.assign(after, { rowHash, timelineHash, seal: sealed });
  const write =
    rowHash === before.rowHash
      ? dataWrite(type.kind, next, before.version)
      : put(headerItem(type, next), atVersion(before.version));
  return contended ? decidedOn(write) : write;
}

/** The write of a change that lists do not show: row and index keys stay as they are, so that no index is updated. */
function dataWrite(kind: ItemNames, header: DocumentHeader, before: number): Write {
  const { expression, names, values } = atVersion(before);
  return update(documentKey(kind, header.companyId, header.id), {
    expression: 'SET #data = :data, #version = :next',
    names: { ...names, '#data': 'data' },
    values: { ...values, ':data': toPacked(withoutLines(header)), ':next': header.version },
    condition: expression,
  });
}

function seal<H extends DocumentHeader>(type: HeaderType<H>, before: H | null, after: H, recorded: readonly Recorded[]): void {
  if (type.chain) {
    const events = recorded.map(({ event }) => event);
    link(before, after, events, type.chain.outside);
  }
}

const entryWrites = <H extends DocumentHeader>({ kind }: HeaderType<H>, document: H, recorded: readonly Recorded[]): Write[] =>
  recorded.length > 0 ? [entriesWrite(kind, document, recorded)] : [];

function lineWrites<H extends DocumentHeader>(kind: ItemNames, before: WithLines<H>, after: WithLines<H>): Write[] {
  const packs = packLines(after.lines);
  const surplus = packLines(before.lines).slice(packs.length);
  return [
    ...packs.map((data, pack) => put(linesItem(kind, after, data, pack))),
    ...surplus.map((_, place) => remove(linesKey(kind, after, packs.length + place))),
  ];
}

const withoutLines = <H extends DocumentHeader>(document: H): Omit<H, 'lines'> => {
  const { lines: _, ...header } = { lines: undefined, ...document };
  return header;
};

const headerItem = <H extends DocumentHeader>(type: HeaderType<H>, document: H): Item & Record<string, unknown> => ({
  ...documentKey(type.kind, document.companyId, document.id),
  kind: type.kind.item,
  version: document.version,
  data: toPacked(withoutLines(document)),
  status: document.status,
  row: toPacked(type.row(document)),
  ...type.indexKeys(document),
});

const besides = <H extends DocumentHeader>(type: HeaderType<H>, changes: readonly Change<H>[]): Write[] => [
  ...type.alongside(changes),
  ...seriesUses(changes),
];

/**
 * The writes that count the documents of a series: a series with documents cannot be deleted. A document that takes a number is
 * counted by `takeNumber` instead, unless it named the series before. What stays in its series adds up to nothing.
 */
function seriesUses(changes: readonly Change<DocumentHeader>[]): Write[] {
  const [first] = changes;
  if (!first) return [];
  const uses = changes.flatMap((change): SeriesUse[] => {
    const { before, after } = change;
    if (after && after.sequence !== null) return [];
    const [was, is] = [before?.seriesId, after?.seriesId];
    const document = changedDocument(change).id;
    return [
      ...(was ? [{ series: was, document, by: -1 as const }] : []),
      ...(is ? [{ series: is, document, by: 1 as const }] : []),
    ];
  });
  return countSeriesUses(changedDocument(first).companyId, uses);
}
