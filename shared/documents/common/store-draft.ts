import type { Actor } from '#shared/platform/access/model.ts';
import type { DocumentHeader } from '#shared/model/document.ts';
import type { Series } from '#shared/records/catalogue/series/store.ts';
import { getItem } from '#shared/platform/store/read.ts';
import type { Key } from '#shared/platform/store/table.ts';
import { withTicket } from '#shared/platform/store/ticket-queue.ts';
import { type Commit, ConditionFailed, decidedOn, retryOnContention, type Write } from '#shared/platform/store/transact.ts';
import type {
  DocumentItems,
  DocumentParts,
  DocumentType,
  Extras,
  HeaderChange,
  Recorded,
  StoredDocument,
  WithLines,
} from './definition.ts';
import type { DraftingContext } from './drafting.ts';
import { numberWrites, seriesPosition } from './numbering.ts';
import { createWrites, readDocument } from './store.ts';

/** The input of the functions that create a document, for any kind. */
export interface CreateRequest<Body, S extends StoredDocument, Context extends DraftingContext = DraftingContext> {
  body: Body;
  /** The document that was created with the body's `idempotencyKey` before. */
  existing: S | undefined;
  context: Context;
  by: Actor;
  commit: Commit<S>;
  /** The caller sent `Idempotency-Key`, so drafts with equal content are not taken for duplicates (INV-23). */
  idempotent: boolean;
}

/** A document that is not stored yet, with what its transaction writes. */
export interface NewDraft<H extends DocumentHeader> {
  document: WithLines<H>;
  recorded: Recorded[];
  /** What the answer shows in addition to the document. */
  extras?: Extras;
  /** Changes of other documents of the kind, in the same transaction. */
  also?: HeaderChange<H>[];
  /** Further writes of the transaction. */
  writes?: Write[];
  /** The series, as it was read, if the document is numbered at creation; its first timeline entry then records the number. */
  taken?: Series | undefined;
}

/** A new draft with the child records that it has from the beginning. */
export interface NewDraftWith<D extends DocumentParts> extends NewDraft<D['header']> {
  children?: Partial<D['children']>;
}

/**
 * Stores a new draft, or returns the document of an earlier identical create (`DocumentType.duplicates`). Lookup item, counters,
 * timeline and document are written in one transaction: of several concurrent identical calls one creates the document, the others
 * return it.
 *
 * @param decide makes the draft; called again when the data that it was based on has changed
 * @param queue key of the ticket queue for drafts that compete for the same number (store/ticket-queue.ts)
 */
export function storeDraft<D extends DocumentParts>(
  type: DocumentType<D>,
  decide: (attempt: number) => Promise<NewDraftWith<NoInfer<D>>>,
  {
    commit,
    idempotent,
    queue,
  }: Pick<CreateRequest<unknown, StoredDocument<NoInfer<D>>>, 'commit' | 'idempotent'> & { queue?: Key },
): Promise<StoredDocument<D>> {
  const { duplicates } = type;
  let stale: string | undefined;
  /** The document that a lookup item names, if it is a duplicate of the draft. */
  const equalTo = async (document: D['header'], item: object | undefined): Promise<StoredDocument<D> | undefined> => {
    const foundId = duplicates?.foundId(item);
    if (foundId === undefined || foundId === stale) return undefined;
    const existing = await readDocument(type, document.companyId, foundId);
    if (existing && duplicates?.isSame(document, existing.document))
      return { ...existing, warnings: duplicates.foundWarnings(document, existing.document) };
    stale = foundId;
    return undefined;
  };
  const store = async (attempt: number, more: Write[]): Promise<StoredDocument<D>> => {
    const draft = await decide(attempt);
    const { document, recorded, also, taken, writes = [] } = draft;
    const [first] = recorded;
    if (taken && first) first.event.series = seriesPosition(taken);
    let lookup = duplicates?.lookup(document, idempotent, stale);
    if (lookup && attempt > 0) {
      // The previous attempt conflicted with an identical create. A read finds its document more cheaply than another failed
      // transaction.
      const existing = await equalTo(document, await getItem(lookup.key));
      if (existing) return existing;
      lookup = duplicates?.lookup(document, idempotent, stale);
    }
    const all = [
      ...(lookup ? [decidedOn(lookup.write)] : []),
      ...createWrites(type, document, recorded, also),
      ...(taken && first ? numberWrites(type.kindOf(document), document, first.event, { series: taken, named: null }) : []),
      ...writes,
      ...more,
      ...(duplicates?.findable(document, idempotent) ?? []),
    ];
    try {
      return await commit(all, created(type, draft));
    } catch (error) {
      if (!lookup || !(error instanceof ConditionFailed) || error.write !== 0) throw error;
      const existing = await equalTo(document, error.found);
      if (existing) return existing;
      throw error;
    }
  };
  return queue ? withTicket(queue, store) : retryOnContention(attempt => store(attempt, []));
}

/** The new document with its timeline and child records, as a read would return it. */
function created<D extends DocumentParts>(
  type: DocumentItems<D>,
  { document, recorded, extras, children }: NewDraftWith<D>,
): StoredDocument<D> {
  const events = recorded.map(({ event }) => event).reverse();
  return { document, events, ...extras, ...type.children(() => []), ...children };
}
