import type { ItemKind } from '../vocabulary/item-kinds.ts';
import type { DocumentHeader } from '../model/document.ts';
import type { Kind } from '../model/kinds.ts';
import type { DocumentLine } from '../model/line.ts';
import type { DocumentEvent } from '../model/timeline.ts';
import type { Key } from '../store/table.ts';
import type { Write } from '../store/transact.ts';
import type { StateTable } from './states.ts';
import type { Notification } from '../webhooks/notification.ts';

/** A document with its lines. */
export type WithLines<H extends DocumentHeader> = H & { lines: DocumentLine[] };

/** A document with everything that is read and returned with it; each kind adds its own fields (`DocumentItems.children`). */
export interface StoredDocument<H extends DocumentHeader = DocumentHeader> {
  document: WithLines<H>;
  /** Newest first. */
  events: DocumentEvent[];
  /** What the answer to this change of it warns of. */
  warnings?: string[];
  /** The next number of its series, where the use case knows it. */
  nextNumber?: number | null;
}

/** What the answer shows beside the document. */
export type Extras = Pick<StoredDocument, 'warnings' | 'nextNumber'>;

/** A timeline entry, and the notifications that go out with it. */
export interface Recorded {
  event: DocumentEvent;
  webhooks?: Notification[];
}

/** A document before and after a change; null where there is none. */
export interface Change<H> {
  before: H | null;
  after: H | null;
}

/** A change that leaves lines and series alone: it can be made knowing the header only. */
export interface HeaderChange<H extends DocumentHeader> {
  before: H;
  after: H;
  recorded: Recorded[];
  /** Set where many requests change one document at the same time: after a conflict the decision is repeated immediately. */
  contended?: boolean | undefined;
}

/** An item by which a create finds the document of an identical create. */
export interface Lookup {
  key: Key;
  /** Writes the item; of several identical creates only one succeeds. */
  write: Write;
}

/** How a kind finds the document that a repeated create made before. */
export interface DuplicateCheck<H extends DocumentHeader> {
  /**
   * The item that this draft shares with identical ones; undefined where nothing identifies duplicates.
   *
   * @param idempotent the caller sent `Idempotency-Key`
   * @param stale the id of a document that an earlier lookup named and `isSame` denied
   */
  lookup(document: H, idempotent: boolean, stale: string | undefined): Lookup | undefined;
  /** The id of the document that an item found by `lookup` names. */
  foundId(found: object | undefined): string | undefined;
  /** Whether a document that was found is what the draft asks for. */
  isSame(draft: H, found: H): boolean;
  /** What the answer warns of when it is the found document, not a new one. */
  foundWarnings(draft: H, found: H): string[];
  /** Further writes, besides that of `lookup`, by which later creates find the new document. */
  findable(document: H, idempotent: boolean): Write[];
}

/** What reading a document needs to know of its kind. */
export interface DocumentItems<H extends DocumentHeader, S extends StoredDocument<H> = StoredDocument<H>> {
  /** The names of its items. */
  kind: Kind;
  /** The fields that this kind adds to `StoredDocument`, read from its items; `of` returns all records of one item kind, oldest first. */
  children(of: <T>(kind: ItemKind) => T[]): Omit<S, keyof StoredDocument<H>>;
}

/**
 * What the generic document knows of a kind: how it is shown in lists, what belongs to it, what may happen to it and what else is
 * written along with it. An area that owns a kind makes one of these and hands it to whatever reads or writes its documents.
 *
 * @template H the header @template S the document with everything that belongs to it
 */
export interface DocumentType<H extends DocumentHeader, S extends StoredDocument<H> = StoredDocument<H>> extends DocumentItems<
  H,
  S
> {
  /** The kind of one document: where several kinds stand in one list, their items have the same names. */
  kindOf(header: H): Kind;
  /** What lists show of it. */
  row(header: H): object;
  /** Its index keys: those of the lists, all computed from its row, and the one of its last change. */
  indexKeys(header: H): Record<string, string>;
  /** If set, its timeline is a hash chain over all header fields except those in `outside`. */
  chain?: { outside: readonly string[] };
  /** What may happen to it in which status. */
  states(header: H): StateTable<H>;
  /** Further writes of a transaction that creates, changes or deletes documents; called once, with all its changes. */
  alongside(changes: readonly Change<H>[]): Write[];
  /** What else goes with a document that is deleted. */
  removedWith(stored: S): Write[];
  duplicates?: DuplicateCheck<H>;
}
