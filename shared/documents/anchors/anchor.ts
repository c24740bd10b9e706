import { digest } from '#shared/documents/common/timeline-hashes.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/**
 * Anchors: what the hash chains of a company ended with on a day, stored where nobody can change it (aws/anchors-bucket). Who can
 * write to the table can rewrite a chain with all its hashes, so that it is consistent again; but then it does not lead to what an
 * earlier anchor says. Anchors have hashes and ids only. Pure.
 */
export interface Anchor extends Heads {
  format: 1;
  companyId: CompanyId;
  /** The day in Romania, `YYYY-MM-DD`. A company has at most one anchor for a day, and none for a day without changes. */
  day: string;
  /** When the heads began to be read; ISO 8601. */
  takenAt: string;
  /** The anchor before this one; null for the first. So the digest of an anchor covers all before it. */
  previous: { day: string; digest: string } | null;
  /** Numbers that no longer had the hash of an earlier anchor when this one, or one before it, was taken. */
  contradictions: Contradiction[];
  /** The hash of all the other fields. */
  digest: string;
}

export interface Heads {
  /** Of all series that have numbers, in the order of their ids. */
  series: SeriesHead[];
  /** Of the documents that have changed since the anchor before, in the order of their ids. */
  documents: DocumentHead[];
}

/** The end of the chain of a series: its hash covers all issues of the series up to it. */
export interface SeriesHead {
  id: string;
  /** The highest number that a document has. */
  sequence: number;
  /** Of the timeline entry that took it. */
  hash: string;
}

/** The end of a document's timeline. */
export interface DocumentHead {
  id: string;
  /** Of its last entry. */
  hash: string;
}

export interface Contradiction {
  seriesId: string;
  sequence: number;
  /** The day of the anchor that has another hash, and the one on which that was found. */
  anchored: string;
  found: string;
}

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

/** The hash of all fields of an anchor but `digest`. */
export const anchorDigest = (anchor: Omit<Anchor, 'digest'>): string => digest({ ...anchor, digest: undefined });

/**
 * The anchor of a day.
 *
 * @param previous the anchor before it
 * @param heads all series, and the documents that have changed since a little before `previous`
 * @param lost heads of `previous` whose numbers no longer have that hash
 * @returns undefined when `previous` says the same already
 */
export function nextAnchor(
  of: Pick<Anchor, 'companyId' | 'day' | 'takenAt'>,
  previous: Anchor | undefined,
  heads: Heads,
  lost: readonly SeriesHead[] = [],
): Anchor | undefined {
  const known = new Set(previous?.documents.map(nameOf));
  const documents = heads.documents.filter(head => !known.has(nameOf(head))).sort(byId);
  const series = heads.series.toSorted(byId);
  const anchored = previous?.day ?? of.day;
  const found = lost.map(({ id, sequence }) => ({ seriesId: id, sequence, anchored, found: of.day }));
  const before = previous?.series.map(nameOf).join() ?? '';
  if (documents.length === 0 && found.length === 0 && series.map(nameOf).join() === before) return undefined;
  const anchor: Omit<Anchor, 'digest'> = {
    format: 1,
    ...of,
    previous: previous ? { day: previous.day, digest: previous.digest } : null,
    series,
    documents,
    contradictions: [...(previous?.contradictions ?? []), ...found],
  };
  return { ...anchor, digest: anchorDigest(anchor) };
}

const nameOf = ({ id, hash }: { id: string; hash: string }): string => `${id} ${hash}`;
