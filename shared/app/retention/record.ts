import { now } from '#shared/base/kernel/clock.ts';
import type { PersonRef } from '#shared/model/document.ts';
import type { PastCounts } from '#shared/output/mail/requests.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, type Item, type Key } from '#shared/platform/store/table.ts';

/**
 * The removal of what is past its time. Item `C#<company>` / `RETENTION`: the last one that was started, or none. Each thing that is removed is
 * counted in its own transaction.
 */
export interface RetentionRun {
  id: string;
  companyId: CompanyId;
  startedAt: string;
  startedBy: PersonRef;
  /** Null while it runs. */
  finishedAt: string | null;
}

/** A run, with what it has removed. */
export interface RunItem extends Item {
  data: RetentionRun;
  removed: PastCounts;
}

export const runKey = (company: CompanyId): Key => companyKey(company, 'RETENTION');

export const readRun = (company: CompanyId): Promise<RunItem | undefined> => getItem<RunItem>(runKey(company));

/** Milliseconds after which a run may be started again: its message was lost, as after a restore. */
const LONGEST = 24 * 3600 * 1000;

/** Runs that were started before this instant may be started again. */
export const startableBefore = (): string => new Date(now().getTime() - LONGEST).toISOString();

export const isUnderWay = (run: RunItem | undefined): boolean => run !== undefined && run.data.finishedAt === null;
