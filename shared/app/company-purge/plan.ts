import { after, type CompanyPurge, graceEndsAt } from '#shared/records/parties/companies/purge-record.ts';

/** When the data of a deleted company are erased, and which mails its owners get before. Pure. */

/** Seconds between the mail that announces the erasure of documents in their retention period, and the erasure. */
export const NOTICE_SECONDS = 30 * 86_400;

export type Step =
  | { do: 'purge' }
  /** A mail to the owners: the documents are kept (`purgeAt` null), or everything is erased from that instant on. */
  | { do: 'announce'; purgeAt: string | null }
  /** Check again at that instant. */
  | { do: 'wait'; until: string };

const later = (a: string, b: string): string => (a > b ? a : b);

/**
 * The next step for a company that is deleted and not purged yet.
 *
 * Without documents in their retention period, everything is erased when the grace period for restoring the company ends. With such
 * documents, everything is erased
 * - also then, if the deletion itself released them,
 * - 30 days after a mail about it, if they were released later,
 * - when their retention ends, and at least 30 days after a mail about it, if they were never released.
 *
 * @param retainedUntil the instant at which the last retention period ends; null when there are no such documents
 * @param at the current instant
 */
export function nextStep(
  { deletedAt, release, announced }: Pick<CompanyPurge, 'deletedAt' | 'release' | 'announced'>,
  retainedUntil: string | null,
  at: string,
): Step {
  const graceEnd = graceEndsAt(deletedAt);
  const purgeOrWait = (purgeAt: string): Step => (at >= purgeAt ? { do: 'purge' } : { do: 'wait', until: purgeAt });
  // Owners can rely on a day that a mail announced.
  const announcedDay = announced?.purgeAt ?? null;
  if (announcedDay !== null) return purgeOrWait(announcedDay);
  if (retainedUntil === null || retainedUntil <= graceEnd) return purgeOrWait(graceEnd);
  if (release) {
    const withDeletion = release.at === deletedAt;
    return { do: 'announce', purgeAt: withDeletion ? graceEnd : later(graceEnd, after(at, NOTICE_SECONDS)) };
  }
  const noticeAt = after(retainedUntil, -NOTICE_SECONDS);
  if (at >= noticeAt) return { do: 'announce', purgeAt: later(retainedUntil, after(at, NOTICE_SECONDS)) };
  return announced ? { do: 'wait', until: noticeAt } : { do: 'announce', purgeAt: null };
}
