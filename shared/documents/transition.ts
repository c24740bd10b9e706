import type { DocumentHeader } from '../model/document.ts';
import type { DocumentEvent } from '../model/timeline.ts';
import { found } from '../kernel/errors.ts';
import { type CompanyId, companyScope, type Key } from '../store/table.ts';
import { retryOnContention, transact, type Write } from '../store/transact.ts';
import { withTicket } from '../store/ticket-queue.ts';
import type { Series } from '../catalogue/series/store.ts';
import type { DocumentType, HeaderChange, StoredDocument, Extras, WithLines } from './definition.ts';
import { numberWrites, seriesPosition } from './numbering.ts';
import { permitted } from './states.ts';
import { changeWrites, readDocument } from './store.ts';
import type { Notification } from '../webhooks/notification.ts';

/** What a rule makes of a document: everything that one transaction writes, and what the answer shows beside the document. */
export interface Outcome<H extends DocumentHeader> {
  after: WithLines<H>;
  /** The entry in its timeline; none for a change that the timeline does not record. */
  event?: DocumentEvent;
  notifications?: Notification[];
  /** The series that the document takes its number from, as it was read. */
  taken?: Series | undefined;
  /** What changes with it: other documents of the kind, and other items. */
  also?: { documents?: HeaderChange<H>[]; writes?: Write[] };
  /** What the answer shows beside the document. */
  extras?: Extras;
}

/** An outcome that also changes what areas keep beside the document. */
export interface OutcomeWith<H extends DocumentHeader, S extends StoredDocument<H>> extends Outcome<H> {
  children?: Partial<Omit<S, keyof StoredDocument>>;
}

/** There is nothing to change, and this is the answer. */
export interface Unchanged<R> {
  unchanged: R;
}

export interface Changing<H extends DocumentHeader, S extends StoredDocument<H>, R> {
  /** Commits the change and makes the answer of the changed document. */
  commit: (writes: Write[], changed: S) => Promise<R>;
  /** Names the ticket queue of changes that want the same item at the same moment; those of one document alone just try again. */
  queue?: Key;
  /** Reads again, beside the document, what else an earlier try was decided on. */
  reread?: () => Promise<unknown>;
}

/**
 * Changes a document: reads it, lets `rule` decide what becomes of it, and writes all that follows in one transaction. The decision is
 * made again on fresh data when somebody else wrote in between.
 *
 * @param target the document; `loaded` is the first thing that is decided on, where it was read already
 * @param rule decides on the document as it is, or on undefined where there is none
 * @throws what the rule throws; 503 after 40 tries
 */
export function changeDocument<H extends DocumentHeader, S extends StoredDocument<H>, R>(
  type: DocumentType<H, S>,
  target: { company: CompanyId; id: string; loaded?: S },
  { commit, queue, reread }: Changing<H, S, R>,
  rule: (stored: S | undefined, attempt: number) => OutcomeWith<H, S> | Unchanged<R> | Promise<OutcomeWith<H, S> | Unchanged<R>>,
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
 * Does an action to a document that its state permits (`DocumentType.states`).
 *
 * @param loaded the document as the caller read it
 * @throws 404 when it is gone meanwhile; 409 when its status forbids the action; what the rule throws; 503 after 40 tries
 */
export function transition<H extends DocumentHeader, S extends StoredDocument<H>, R>(
  type: DocumentType<H, S>,
  loaded: S,
  action: string,
  changing: Changing<H, S, R>,
  rule: (stored: S, attempt: number) => OutcomeWith<H, S> | Promise<OutcomeWith<H, S>>,
): Promise<R> {
  const { companyId, id } = loaded.document;
  return changeDocument(type, { company: companyScope(companyId), id, loaded }, changing, (current, attempt) => {
    const stored = found(current, type.kind.title);
    permitted(type.states(stored.document), action, stored.document);
    return rule(stored, attempt);
  });
}

function outcomeWrites<H extends DocumentHeader>(
  type: DocumentType<H>,
  before: WithLines<H>,
  { after, event, notifications, taken, also }: Outcome<H>,
  contended: boolean,
): Write[] {
  if (event && taken) event.series = seriesPosition(taken);
  const recorded = event ? [{ event, ...(notifications && { webhooks: notifications }) }] : [];
  return [
    ...changeWrites(type, { before, after, recorded, contended }, also?.documents),
    ...(event && taken ? numberWrites(type.kindOf(after), after, event, { series: taken, named: before.seriesId }) : []),
    ...(also?.writes ?? []),
  ];
}

/** The document with what belongs to it, as it is after the transaction. */
const changed = <H extends DocumentHeader, S extends StoredDocument<H>>(
  stored: S,
  { after, event, extras, children }: OutcomeWith<H, S>,
  nextNumber: number | null,
): S => ({
  ...stored,
  document: { ...after, version: stored.document.version + 1 },
  events: event ? [event, ...stored.events] : stored.events,
  nextNumber,
  ...extras,
  ...children,
});
