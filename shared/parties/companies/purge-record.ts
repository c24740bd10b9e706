import type { PersonRef } from '../../model/document.ts';
import { GRACE_SECONDS } from '../../access/company-store.ts';
import { instant } from '../../kernel/clock.ts';
import type { VersionedItem } from '../../store/change-item.ts';
import { due, type DueMark } from '../../store/due-work.ts';
import { getItem } from '../../store/read.ts';
import { type CompanyId, companyKey, type Key } from '../../store/table.ts';
import { put, remove, type Write } from '../../store/transact.ts';

/**
 * What the deletion of a company has in store for its data: item `C#<company>` / `PURGE`, made in the transaction that deletes the company
 * and removed in the one that restores it. It stays when the data are gone: who deleted the company, when, and what was waived.
 */
export interface CompanyPurge {
  companyId: string;
  organizationId: string;
  deletedAt: string;
  deletedBy: PersonRef;
  /** What lets documents go that are still in their retention time; null while nobody has said so. */
  release: PurgeRelease | null;
  /** The last mail to the owners; null: none yet. `purgeAt`: from when on the data are erased; null: they are kept. */
  announced: { at: string; purgeAt: string | null } | null;
  /** `waiting` until the data may go; then what is done to them, in this order. */
  step: 'waiting' | 'series' | 'files' | 'items' | 'once-more' | 'done';
  startedAt: string | null;
  purgedAt: string | null;
}

/** Documents in their retention time may go: their archive was exported, or somebody has waived it. */
export interface PurgeRelease {
  by: PersonRef;
  at: string;
  /** The export that holds the last of them; null: none was wanted (`no_archive`). */
  archiveExportId: string | null;
}

export type PurgeItem = VersionedItem<CompanyPurge>;

/** Sort key of the item. */
export const PURGE = 'PURGE';

/** The due work that purges are. */
export const PURGES = 'PURGE';

export const purgeKey = (company: CompanyId): Key => companyKey(company, PURGE);

/** The attributes by which a purge is looked at from an instant on. */
export const purgeDue = (companyId: string, at: string): DueMark => due(PURGES, companyId, at);

export const readPurge = (company: CompanyId): Promise<PurgeItem | undefined> => getItem<PurgeItem>(purgeKey(company));

/** The write that has a company's data purged in due time, in place of an earlier deletion. What is kept, and until when, is found out at once. */
export function planPurge(
  company: CompanyId,
  {
    organizationId,
    deletedAt,
    by,
    release,
  }: { organizationId: string; deletedAt: string; by: PersonRef; release: PurgeRelease | null },
): Write {
  const data: CompanyPurge = {
    ...{ companyId: company, organizationId, deletedAt, deletedBy: by, release },
    ...{ announced: null, step: 'waiting', startedAt: null, purgedAt: null },
  };
  const item = { ...purgeKey(company), kind: 'company-purge' as const, version: 1, data, row: { companyId: company } };
  return put({ ...item, ...purgeDue(company, deletedAt) });
}

/** The write that takes a purge back: the company is restored. */
export const cancelPurge = (company: CompanyId): Write => remove(purgeKey(company));

/** The instant a number of seconds after another. */
export const after = (at: string, seconds: number): string => new Date(Date.parse(at) + seconds * 1000).toISOString();

/** From when on a deleted company cannot come back. */
export const graceEndsAt = (deletedAt: string): string => after(deletedAt, GRACE_SECONDS);

/** Whether the data of a company are being erased, or are gone. */
export const hasBegun = ({ step }: CompanyPurge): boolean => step !== 'waiting';

/** A release as of now. */
export const newRelease = (by: PersonRef, archiveExportId: string | null): PurgeRelease => ({
  by,
  at: instant(),
  archiveExportId,
});
