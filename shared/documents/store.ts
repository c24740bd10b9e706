import { countSeriesUse } from '../catalogue/series/store.ts';
import { queryItems, getItem } from '../store/read.ts';
import { type CompanyId, companyKey, companyPartition, companyScope, type Key } from '../store/table.ts';
import { check, create, decidedOn, put, remove, type Write } from '../store/transact.ts';
import type { Attachment } from '../invoices/attachments/model.ts';
import { digest, link, linesHash } from './timeline-hashes.ts';
import type { ScheduledEmail } from '../invoices/emails/schedule.ts';
import { clientCountWrites } from '../invoices/client-changes/client-counts.ts';
import { type Change, counterWrites } from './counters.ts';
import type { Notification } from '../webhooks/notification.ts';
import { eventWrite } from './timeline.ts';
import { linkWrites } from '../credit-notes/links.ts';
import type { CreditNoteLink, Invoice, InvoiceDocument, InvoiceEvent } from '../model/invoice.ts';
import type { DocumentLine } from '../model/line.ts';
import type { Payment } from '../model/payment.ts';
import { goneWrite } from '../lists/index/gone.ts';
import { indexKeys } from './list-partitions.ts';
import { rowOf } from '../model/invoice-row.ts';

/**
 * Items of one document, side by side in its company's partition, so that one query reads it whole:
 * `INV#<id>` head · `…#L#<nn>` lines, packed · `…#P#<id>` payments · `…#C#<id>` its credit notes · `…#A#<id>`
 * attachments · `…#E#<id>` timeline.
 */
export const headKey = (company: CompanyId, id: string): Key => companyKey(company, `INV#${id}`);

/** Lines are packed into items of at most this many bytes of JSON; an item may hold 400 KB. */
const CHUNK_BYTES = 200_000;

/** A document with everything that belongs to it. */
export interface StoredInvoice {
  document: InvoiceDocument;
  payments: Payment[];
  /** Newest first. */
  events: InvoiceEvent[];
  /** The credit notes of an invoice, oldest first. */
  creditNotes: CreditNoteLink[];
  /** Newest first; none where the document is new. */
  attachments?: Attachment[];
  /** The mail that is to go out by itself. */
  scheduledEmail?: ScheduledEmail | undefined;
  /** What the answer to this change of it warns of. */
  warnings?: string[];
  /** The next number of its series, where the use case knows it. */
  nextNumber?: number | null;
}

export interface StoredItem extends Key {
  kind: string;
  data: unknown;
}

/** The whole document; undefined when the company has none of that id. One query. */
export const readInvoice = async (company: CompanyId, id: string): Promise<StoredInvoice | undefined> =>
  assembled(await readItems(company, id));

/** The items of a document, as they are stored. One query. */
export const readItems = (company: CompanyId, id: string): Promise<StoredItem[]> =>
  queryItems<StoredItem>({ partition: companyPartition(company), beginsWith: `INV#${id}` });

/** The document that its items make; undefined where the head is not among them. */
export function assembled(items: readonly StoredItem[]): StoredInvoice | undefined {
  const head = items.find(item => item.kind === 'invoice')?.data as Invoice | undefined;
  if (!head) return undefined;
  const of = <T>(kind: string): T[] => items.filter(item => item.kind === kind).map(item => item.data as T);
  return {
    document: { ...head, lines: of<DocumentLine[]>('invoice-lines').flat() },
    payments: of<Payment>('payment'),
    events: of<InvoiceEvent>('event').reverse(),
    creditNotes: of<CreditNoteLink>('credit-note-link'),
    attachments: of<Attachment>('attachment').reverse(),
    scheduledEmail: of<ScheduledEmail>('scheduled-email')[0],
  };
}

/** The document without its lines. */
export const readHead = async (company: CompanyId, id: string): Promise<Invoice | undefined> =>
  (await getItem<StoredItem>(headKey(company, id)))?.data as Invoice | undefined;

/** The lines of a document alone. One query. */
export async function readLines(company: CompanyId, id: string): Promise<DocumentLine[]> {
  const items = await queryItems<StoredItem>({ partition: companyPartition(company), beginsWith: `INV#${id}#L#` });
  return items.flatMap(item => item.data as DocumentLine[]);
}

/** Lines in packs that fit an item. */
export function packLines(lines: DocumentLine[]): DocumentLine[][] {
  const packs: DocumentLine[][] = [];
  let room = 0;
  for (const line of lines) {
    const size = Buffer.byteLength(JSON.stringify(line));
    if (packs.length === 0 || size > room) {
      packs.push([]);
      room = CHUNK_BYTES;
    }
    packs.at(-1)?.push(line);
    room -= size;
  }
  return packs;
}

const lineKey = (company: CompanyId, id: string, pack: number): Key =>
  companyKey(company, `INV#${id}#L#${String(pack).padStart(2, '0')}`);

export interface Recorded {
  event: InvoiceEvent;
  webhooks?: Notification[];
}

/** The writes of a new document: head, lines, counters, timeline. */
export function createWrites(document: InvoiceDocument, recorded: Recorded[]): Write[] {
  const company = companyScope(document.companyId);
  document.linesHash = linesHash(document.lines);
  document.rowHash = digest(rowOf(document));
  link(null, document, eventsOf(recorded));
  return [
    create(headItem(document)),
    ...packLines(document.lines).map((data, pack) =>
      create({ ...lineKey(company, document.id, pack), kind: 'invoice-lines', data }),
    ),
    ...counterWrites(document.companyId, null, document),
    ...seriesUse(null, document),
    ...linkWrites(null, document),
    ...recorded.map(({ event, webhooks }) => eventWrite(document, event, webhooks)),
  ];
}

/**
 * The writes that take a document from one version to the next. The head's write is conditional on the version read, so a
 * decision made on what is no longer there fails as a whole (`ConditionFailed`) and is made again.
 *
 * @param also another document that the same transaction changes
 */
export function changeWrites(before: InvoiceDocument, after: InvoiceDocument, recorded: Recorded[], also?: HeadChange): Write[] {
  if (before.lines !== after.lines) after.linesHash = linesHash(after.lines);
  return [
    ...headWrites({ before, after, recorded }, ...(also ? [also] : [])),
    ...(before.lines === after.lines ? [] : lineWrites(before, after)),
    ...(after.sequence === null ? seriesUse(before, after) : []),
  ];
}

/** A change that leaves lines and series alone: it can be made knowing the head only. */
export interface HeadChange {
  before: Invoice;
  after: Invoice;
  recorded: Recorded[];
  /** Made in turn with others (store/ticket-queue.ts): queues up where another change of the head is in progress. */
  inTurn?: true;
}

/** `changeWrites` of changes to heads only. */
export function headWrites(first: HeadChange, ...more: HeadChange[]): Write[] {
  const all = [first, ...more];
  const { companyId } = first.after;
  return [
    ...all.map(headWrite),
    ...counterWrites(companyId, first.before, first.after, ...more.map(({ before, after }): Change => [before, after])),
    ...all.flatMap(({ before, after }) => [...clientCountWrites(companyId, before, after), ...linkWrites(before, after)]),
    ...all.flatMap(({ after, recorded }) => recorded.map(({ event, webhooks }) => eventWrite(after, event, webhooks))),
  ];
}

function headWrite({ before, after, recorded, inTurn }: HeadChange): Write {
  const next = { ...after, version: before.version + 1, rowHash: digest(rowOf(after)) };
  link(before, next, eventsOf(recorded));
  // Whoever goes on with `after` in the same request goes on from what is stored.
  Object.assign(after, { rowHash: next.rowHash, timelineHash: next.timelineHash, seal: next.seal });
  const write = put(headItem(next), {
    expression: '#version = :version',
    names: { '#version': 'version' },
    values: { ':version': before.version },
  });
  return inTurn ? decidedOn(write) : write;
}

/** Lets the transaction pass only while a document is as it was read. */
export const unchanged = ({ companyId, id, version }: Invoice): Write =>
  check(headKey(companyScope(companyId), id), {
    expression: '#version = :version',
    names: { '#version': 'version' },
    values: { ':version': version },
  });

const eventsOf = (recorded: readonly Recorded[]): InvoiceEvent[] => recorded.map(({ event }) => event);

function lineWrites(before: InvoiceDocument, after: InvoiceDocument): Write[] {
  const company = companyScope(after.companyId);
  const packs = packLines(after.lines);
  const surplus = packLines(before.lines).slice(packs.length);
  return [
    ...packs.map((data, pack) => put({ ...lineKey(company, after.id, pack), kind: 'invoice-lines', data })),
    ...surplus.map((_, place) => remove(lineKey(company, after.id, packs.length + place))),
  ];
}

function headItem(document: Invoice | InvoiceDocument) {
  const { lines: _, ...head } = { lines: undefined, ...document };
  return {
    ...headKey(companyScope(document.companyId), document.id),
    kind: 'invoice',
    version: document.version,
    data: head,
    row: rowOf(head),
    ...indexKeys(head),
  };
}

/** The writes that remove a draft with its lines and payments. Its timeline stays as audit, reachable by nobody's list. */
export function deleteWrites({ document, payments }: StoredInvoice): Write[] {
  const company = companyScope(document.companyId);
  const own = (suffix: string): Write => remove(companyKey(company, `INV#${document.id}${suffix}`));
  return [
    remove(headKey(company, document.id), {
      expression: '#version = :version',
      names: { '#version': 'version' },
      values: { ':version': document.version },
    }),
    ...packLines(document.lines).map((_, pack) => remove(lineKey(company, document.id, pack))),
    ...payments.map(payment => own(`#P#${payment.id}`)),
    goneWrite(company, document.id),
    ...counterWrites(document.companyId, document, null),
    ...seriesUse(document, null),
    ...linkWrites(document, null),
  ];
}

/** Which series documents name: one that is named cannot be removed (catalogue/series/store.ts). */
function seriesUse(before: Invoice | null, after: Invoice | null): Write[] {
  const company = companyScope((after ?? before)?.companyId ?? '');
  const [was, is] = [before?.seriesId, after?.seriesId];
  if (was === is) return [];
  return [...(was ? [countSeriesUse(company, was, -1)] : []), ...(is ? [countSeriesUse(company, is, 1)] : [])];
}
