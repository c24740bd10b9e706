import type { Actor } from '../access/model.ts';
import type { DocumentHeader } from '../model/document.ts';
import type { Series } from '../catalogue/series/store.ts';
import { getItem } from '../store/read.ts';
import { companyScope, type Key } from '../store/table.ts';
import { withTicket } from '../store/ticket-queue.ts';
import { type Commit, ConditionFailed, decidedOn, retryOnContention, type Write } from '../store/transact.ts';
import type { DocumentType, HeaderChange, Recorded, StoredDocument, Extras, WithLines } from './definition.ts';
import type { DraftingContext } from './drafting.ts';
import { numberWrites, seriesPosition } from './numbering.ts';
import { createWrites, readDocument } from './store.ts';

/** What creating a document of any kind is asked for. */
export interface CreateRequest<Body, S extends StoredDocument, Context extends DraftingContext = DraftingContext> {
  body: Body;
  /** The document that stands under the body's `idempotencyKey` already. */
  existing: S | undefined;
  context: Context;
  by: Actor;
  commit: Commit<S>;
  /** The caller sent `Idempotency-Key`: the fuzzy match of drafts does not apply (decisions.md §Idempotency 3). */
  idempotent: boolean;
}

/** A document that is not stored yet, with what goes into its transaction. */
export interface NewDraft<H extends DocumentHeader> {
  document: WithLines<H>;
  recorded: Recorded[];
  /** What the answer shows beside the document. */
  extras?: Extras;
  /** Other documents of the kind that change with it. */
  also?: HeaderChange<H>[];
  /** Writes beside those of the documents. */
  writes?: Write[];
  /** The series that it takes its number from at once, as it was read; its first entry in the timeline takes the number. */
  taken?: Series | undefined;
}

/** A new draft with what areas keep beside it from the beginning. */
export interface NewDraftWith<H extends DocumentHeader, S extends StoredDocument<H>> extends NewDraft<H> {
  children?: Partial<Omit<S, keyof StoredDocument>>;
}

/**
 * Stores a new draft, or returns the document that an equal create made before (`DocumentType.duplicates`). Lookup, counters, timeline
 * and document are one transaction, so that of any number of equal calls at once one creates and the others find.
 *
 * @param decide makes the draft; called again when what it was made on has changed
 * @param queue names the ticket queue of drafts that want the same number
 */
export function storeDraft<H extends DocumentHeader, S extends StoredDocument<H>>(
  type: DocumentType<H, S>,
  decide: (attempt: number) => Promise<NewDraftWith<H, S>>,
  { commit, idempotent, queue }: Pick<CreateRequest<unknown, S>, 'commit' | 'idempotent'> & { queue?: Key },
): Promise<S> {
  const { duplicates } = type;
  let stale: string | undefined;
  /** The document that an item names, if it is what the draft asks for. */
  const equalTo = async (document: H, item: object | undefined): Promise<S | undefined> => {
    const foundId = duplicates?.foundId(item);
    if (foundId === undefined || foundId === stale) return undefined;
    const existing = await readDocument(type, companyScope(document.companyId), foundId);
    if (existing && duplicates?.isSame(document, existing.document))
      return { ...existing, warnings: duplicates.foundWarnings(document, existing.document) };
    stale = foundId;
    return undefined;
  };
  const store = async (attempt: number, more: Write[]): Promise<S> => {
    const draft = await decide(attempt);
    const { document, recorded, also, taken, writes = [] } = draft;
    const [first] = recorded;
    if (taken && first) first.event.series = seriesPosition(taken);
    let lookup = duplicates?.lookup(document, idempotent, stale);
    if (lookup && attempt > 0) {
      // An equal create was in the way: what it has made by now is read, where a transaction of many would fail on it.
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

/** The new document with what belongs to it, as it will be read. */
function created<H extends DocumentHeader, S extends StoredDocument<H>>(
  type: DocumentType<H, S>,
  { document, recorded, extras, children }: NewDraftWith<H, S>,
): S {
  const events = recorded.map(({ event }) => event).reverse();
  return { document, events, ...extras, ...type.children(() => []), ...children } as S;
}
