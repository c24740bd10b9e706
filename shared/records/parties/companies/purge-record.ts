import type { PersonRef } from '#shared/model/document.ts';
import { GRACE_SECONDS } from '#shared/platform/access/company-store.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import type { VersionedItem } from '#shared/platform/store/change-item.ts';
import { due, type DueMark } from '#shared/platform/store/due-work.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, type Key } from '#shared/platform/store/table.ts';
import { put, remove, type Write } from '#shared/platform/store/transact.ts';

/**
 * The plan and progress of erasing a deleted company's data. Item `C#<company>` / `PURGE`, written in the transaction that deletes
 * the company and removed in the one that restores it. It stays after the data are erased, as evidence of who deleted the company,
 * when, and which retention was waived.
 */
export interface CompanyPurge {
  companyId: CompanyId;
  organizationId: string;
  deletedAt: string;
  deletedBy: PersonRef;
  /** The permission to erase documents within their retention time; null if nobody has given it. */
  release: PurgeRelease | null;
  /** The last mail to the owners; null: none yet. `purgeAt`: when the data will be erased; null: they are retained. */
  announced: { at: string; purgeAt: string | null } | null;
  /** `waiting` until the data may be erased; then the steps of erasing, in this order. */
  step: 'waiting' | 'series' | 'files' | 'items' | 'once-more' | 'done';
  startedAt: string | null;
  purgedAt: string | null;
}

/** The permission to erase documents within their retention time: their archive was exported, or a user has waived it. */
export interface PurgeRelease {
  by: PersonRef;
  at: string;
  /** The export with the last of the documents; null: the user waived the archive (`no_archive`). */
  archiveExportId: string | null;
}

export type PurgeItem = VersionedItem<CompanyPurge>;

export const PURGE = 'PURGE';

/** The queue name of purges in store/due-work.ts. */
export const PURGES = 'PURGE';

export const purgeKey = (company: CompanyId): Key => companyKey(company, PURGE);

/** The attributes that make a purge due at a time (ISO 8601). */
export const purgeDue = (companyId: CompanyId, at: string): DueMark => due(PURGES, companyId, at);

export const readPurge = (company: CompanyId): Promise<PurgeItem | undefined> => getItem<PurgeItem>(purgeKey(company));

/**
 * The write that plans the purge of a deleted company, replacing the plan of an earlier deletion. It is due at once, to find out
 * which documents must be retained and until when.
 */
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

/** The write that removes the plan, because the company is restored. */
export const cancelPurge = (company: CompanyId): Write => remove(purgeKey(company));

/** The time (ISO 8601) a number of seconds after another. */
export const after = (at: string, seconds: number): string => new Date(Date.parse(at) + seconds * 1000).toISOString();

/** The time from which a deleted company cannot be restored. */
export const graceEndsAt = (deletedAt: string): string => after(deletedAt, GRACE_SECONDS);

/** Whether erasing has begun or is done. */
export const hasBegun = ({ step }: CompanyPurge): boolean => step !== 'waiting';

export const newRelease = (by: PersonRef, archiveExportId: string | null): PurgeRelease => ({
  by,
  at: instant(),
  archiveExportId,
});
