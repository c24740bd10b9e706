import type { DocumentHeader } from '#shared/model/document.ts';
import type { DocumentEvent } from '#shared/model/timeline.ts';
import { found } from '#shared/base/kernel/errors.ts';
import type { CompanyId, Key } from '#shared/platform/store/table.ts';
import { retryOnContention, transact, type Write } from '#shared/platform/store/transact.ts';
import { withTicket } from '#shared/platform/store/ticket-queue.ts';
import type { Series } from '#shared/records/catalogue/series/store.ts';
import type { DocumentParts, DocumentType, Extras, HeaderChange, HeaderType, StoredDocument, WithLines } from './definition.ts';
import { numberWrites, seriesPosition } from './numbering.ts';
import { permitted } from './states.ts';
import { changeWrites, readDocument } from './store.ts';
import type { Notification } from '#shared/output/webhooks/notification.ts';

/** The result of a rule: everything that the transaction writes, and what the answer shows in addition to the document. */
export interface Outcome<H extends DocumentHeader> {
  after: WithLines<H>;
  /** The timeline entry; absent for a change that the timeline does not record. */
  event?: DocumentEvent;
  /** Entries after it, of what the change does besides. */
  further?: readonly DocumentEvent[];
  notifications?: Notification[];
  /** The series, as it was read, if this change takes a number from it. */
  taken?: Series | undefined;
  /** Changes of other documents of the kind, and other writes, in the same transaction. */
  also?: { documents?: HeaderChange<H>[]; writes?: Write[] };
  /** What the answer shows in addition to the document. */
  extras?: Extras;
}

/** An outcome that also changes child records of the document. */
export interface OutcomeWith<D extends DocumentParts> extends Outcome<D['header']> {
  children?: Partial<D['children']>;
}

type MaybePromise<T> = T | Promise<T>;

/** The result of a rule that changes nothing: `unchanged` is returned to the caller. */
export interface Unchanged<R> {
  unchanged: R;
}

export interface Changing<S, R> {
  /** Commits the writes and makes the result from the changed document. */
  commit: (writes: Write[], changed: S) => Promise<R>;
  /**
   * Key of the ticket queue for changes that compete for the same item (store/ticket-queue.ts). Without it, conflicts are only
   * retried.
   */
  queue?: Key;
  /** Before a retry: reads again the other data that the rule depends on, in parallel with the document. */
  reread?: () => Promise<unknown>;
}

/**
 * Changes a document: reads it, calls `rule` for the change, and writes everything in one transaction. If another request changed
 * the document in between, it is read again and the rule called again.
 *
 * @param target the document; with `loaded`, the first attempt uses this instead of a read
 * @param rule gets the current document, or undefined when it does not exist, and the number of the attempt (from 0)
 * @throws what the rule throws; 503 after 40 tries
 */
export function changeDocument<D extends DocumentParts, R>(
  type: DocumentType<D>,
  target: { company: CompanyId; id: string; loaded?: StoredDocument<NoInfer<D>> },
  { commit, queue, reread }: Changing<StoredDocument<NoInfer<D>>, R>,
  rule: (
    stored: StoredDocument<NoInfer<D>> | undefined,
    attempt: number,
  ) => MaybePromise<OutcomeWith<NoInfer<D>> | Unchanged<NoInfer<R>>>,
): Promise<R> {
  const { company, id, loaded } = target;
  const decide = async (attempt: number, more: Write[]): Promise<R> => {
    const current = attempt === 0 && loaded ? loaded : readDocument(type, company, id);
    const [stored] = await Promise.all([current, attempt > 0 ? reread?.() : undefined]);
    const outcome = await rule(stored, attempt);
    if ('unchanged' in outcome) {
      if (more.length > 0) await transact(more);
      return outcome.unchanged;
    }
    const before = found(stored, type.kind.title);
    const writes = [...outcomeWrites(type, before.document, outcome, queue !== undefined), ...more];
    return commit(writes, changed(before, outcome, loaded?.nextNumber ?? null));
  };
  return queue ? withTicket(queue, decide) : retryOnContention(attempt => decide(attempt, []));
}

/**
 * As `changeDocument`, for an action that the document's status must permit (`DocumentType.states`).
 *
 * @param loaded the document as the caller read it
 * @throws 404 when it was deleted meanwhile; 409 when its status forbids the action; what the rule throws; 503 after 40 tries
 */
export function transition<D extends DocumentParts, R>(
  type: DocumentType<D>,
  loaded: StoredDocument<NoInfer<D>>,
  action: string,
  changing: Changing<StoredDocument<NoInfer<D>>, R>,
  rule: (stored: StoredDocument<NoInfer<D>>, attempt: number) => MaybePromise<OutcomeWith<NoInfer<D>>>,
): Promise<R> {
  const { companyId, id } = loaded.document;
  return changeDocument(type, { company: companyId, id, loaded }, changing, (current, attempt) => {
    const stored = found(current, type.kind.title);
    permitted(type.states(stored.document), action, stored.document);
    return rule(stored, attempt);
  });
}

/** The writes of an outcome, for transactions that change further records than the document's. @param contended whether callers queue for it */
export function outcomeWrites<H extends DocumentHeader>(
  type: HeaderType<H>,
  before: WithLines<H>,
  { after, event, further = [], notifications, taken, also }: Outcome<H>,
  contended: boolean,
): Write[] {
  if (event && taken) event.series = seriesPosition(taken);
  const first = event ? [{ event, ...(notifications && { webhooks: notifications }) }] : [];
  const recorded = [...first, ...further.map(one => ({ event: one }))];
  return [
    ...changeWrites(type, { before, after, recorded, contended }, also?.documents),
    ...(event && taken ? numberWrites(type.kindOf(after), after, event, { series: taken, named: before.seriesId }) : []),
    ...(also?.writes ?? []),
  ];
}

/** The document with its timeline and child records, as it is after the transaction. */
const changed = <D extends DocumentParts>(
  stored: StoredDocument<D>,
  { after, event, extras, children }: OutcomeWith<D>,
  nextNumber: number | null,
): StoredDocument<D> => ({
  ...stored,
  document: { ...after, version: stored.document.version + 1 },
  events: event ? [event, ...stored.events] : stored.events,
  nextNumber,
  ...extras,
  ...children,
});
