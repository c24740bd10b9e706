import type { PersonRef } from '../document.ts';
import type { DocumentEvent, EventType } from '../timeline.ts';

/** What happened to a number since it was given, from the timeline of its document. Pure. */

/** The entries that say something about the document itself; others are about mails, files, readers and payments. */
const TOLD: ReadonlySet<EventType> = new Set([
  ...(['created', 'issued', 'updated', 'status_change', 'cancelled', 'restored'] as const),
  ...(['taxauth_submitted', 'taxauth_validated', 'taxauth_rejected'] as const),
]);

/** A field that a change changed; null: there was, or is, no value. */
export interface ToldChange {
  field: string;
  from: unknown;
  to: unknown;
}

export interface ToldEvent {
  at: string;
  type: EventType;
  /** The status that it led to; null for an entry that states none. */
  status: string | null;
  by: PersonRef | null;
  details: string;
  /** Of a cancellation or a refusal. */
  reason: string | null;
  changes: ToldChange[];
  /** Changed fields beyond those that an entry lists. */
  moreChanges: number;
}

/** Entries in the order in which they were made: their ids sort by time. */
const inOrder = (events: readonly DocumentEvent[]): DocumentEvent[] => events.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The entries from the one on that gave the number; all of them when none says that it did. */
export function historyOf(timeline: readonly DocumentEvent[], number: { seriesId: string; sequence: number }): ToldEvent[] {
  const events = inOrder(timeline);
  const given = events.findIndex(({ series }) => series?.id === number.seriesId && series.sequence === number.sequence);
  return events.slice(Math.max(given, 0)).flatMap(event => (TOLD.has(event.type) ? [told(event)] : []));
}

function told({ timestamp: at, type, status, user: by, details, metadata }: DocumentEvent): ToldEvent {
  const { changes, moreChanges, reason, cancellationReason } = (metadata ?? {}) as Record<string, unknown>;
  const why = reason ?? cancellationReason;
  return {
    ...{ at, type, status, by, details },
    reason: typeof why === 'string' ? why : null,
    changes: Array.isArray(changes) ? (changes as ToldChange[]) : [],
    moreChanges: typeof moreChanges === 'number' ? moreChanges : 0,
  };
}

/** Who gave the number, and when; undefined when the timeline does not say. */
export const givenBy = (events: readonly DocumentEvent[], number: { seriesId: string; sequence: number }) => {
  const event = events.find(({ series }) => series?.id === number.seriesId && series.sequence === number.sequence);
  return event && { at: event.timestamp, by: event.user };
};

/** The last cancellation: when, who, and why. */
export function cancellationOf(events: readonly DocumentEvent[]) {
  const event = inOrder(events).findLast(({ type, status }) => type === 'cancelled' || status === 'cancelled');
  return event && { at: event.timestamp, by: event.user };
}
