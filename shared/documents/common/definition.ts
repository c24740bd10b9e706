import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import type { DocumentHeader } from '#shared/model/document.ts';
import type { Kind } from '#shared/model/kinds.ts';
import type { DocumentLine } from '#shared/model/line.ts';
import type { DocumentEvent } from '#shared/model/timeline.ts';
import type { Key } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import type { StateTable } from './states.ts';
import type { Notification } from '#shared/output/webhooks/notification.ts';

/** A document with its lines. */
export type WithLines<H extends DocumentHeader> = H & { lines: DocumentLine[] };

/** The types of a kind of document: its header, and the fields that are read with it besides lines and timeline. */
export interface DocumentParts {
  header: DocumentHeader;
  children: object;
}

/** A document with everything that is read and returned with it. */
export type StoredDocument<D extends DocumentParts = DocumentParts> = DocumentWithTimeline<D['header']> & D['children'];

interface DocumentWithTimeline<H extends DocumentHeader> {
  document: WithLines<H>;
  /** Newest first. */
  events: DocumentEvent[];
  /** Warnings for the answer to the current request. */
  warnings?: string[];
  /** The next number of its series; undefined when the use case did not read the series. */
  nextNumber?: number | null;
}

/** What the answer shows in addition to the document. */
export type Extras = Pick<StoredDocument, 'warnings' | 'nextNumber'>;

/** A timeline entry with the webhook notifications that are sent for it. */
export interface Recorded {
  event: DocumentEvent;
  webhooks?: Notification[];
}

/** A document before and after a change: `before` is null when it is created, `after` when it is deleted. */
export interface Change<H> {
  before: H | null;
  after: H | null;
}

/** The document of a change: as it is now, or as it was when it was deleted. */
export const changedDocument = <H>({ before, after }: Change<H>): H => (after ?? before) as H;

/** A change that does not touch lines or series, so that only the header need be read. */
export interface HeaderChange<H extends DocumentHeader> {
  before: H;
  after: H;
  recorded: Recorded[];
  /** Set when many requests may change the document at the same time: after a conflict the decision is made again at once. */
  contended?: boolean | undefined;
}

/** An item by which a create request finds the document of an earlier, identical one. */
export interface Lookup {
  key: Key;
  /** Writes the item; of several identical creates only one succeeds. */
  write: Write;
}

/** How a kind finds the document that an identical create request has made before. */
export interface DuplicateCheck<H extends DocumentHeader> {
  /**
   * The item that this draft shares with identical ones; undefined if nothing identifies duplicates.
   *
   * @param idempotent the caller sent `Idempotency-Key`
   * @param stale the id of a document that an earlier lookup found but for which `isSame` returned false
   */
  lookup(document: H, idempotent: boolean, stale: string | undefined): Lookup | undefined;
  /** The id of the document in an item that was found by `lookup`; undefined without item. */
  foundId(found: object | undefined): string | undefined;
  /** Whether a document that was found is identical to the draft. */
  isSame(draft: H, found: H): boolean;
  /** Warnings for an answer that shows the found document instead of a new one. */
  foundWarnings(draft: H, found: H): string[];
  /** Further writes, besides that of `lookup`, by which later creates find the new document. */
  findable(document: H, idempotent: boolean): Write[];
}

/** What a kind defines so that its documents can be read. */
export interface DocumentItems<D extends DocumentParts> {
  /** Has the names of its items in the table. */
  kind: Kind;
  /** The fields that this kind adds to `StoredDocument`, read from its items; `of` returns all records of one item kind, oldest first. */
  children(of: <T>(kind: ItemKind) => T[]): D['children'];
}

/** What a kind defines so that the headers of its documents can be written. */
export interface HeaderType<H extends DocumentHeader> {
  kind: Kind;
  /**
   * The kind of this document. Several kinds may share a list (invoices and credit notes); their items then have the same names.
   */
  kindOf(header: H): Kind;
  /** The fields that lists show. */
  row(header: H): object;
  /** Its index attributes: those of the lists, all computed from its row, and that of its last change (list-partitions.ts). */
  indexKeys(header: H): Record<string, string>;
  /** If set, its timeline is a hash chain over all header fields except those in `outside`. */
  chain?: { outside: readonly string[] };
  /** Further writes of a transaction that creates, changes or deletes documents; called once per transaction, with all changes. */
  alongside(changes: readonly Change<H>[]): Write[];
}

/**
 * What a kind of document defines for the code that is shared by all kinds: how lists show it, which items belong to it, which
 * actions its status permits, and what else its transactions write. The area that owns a kind exports one, and passes it to the
 * functions that read or write documents.
 */
export interface DocumentType<D extends DocumentParts> extends DocumentItems<D>, HeaderType<D['header']> {
  /** Which actions its status permits. */
  states(header: D['header']): StateTable<D['header']>;
  /** Further writes of the transaction that deletes a document. */
  removedWith(stored: StoredDocument<D>): Write[];
  duplicates?: DuplicateCheck<D['header']>;
}
