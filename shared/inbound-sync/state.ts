import { instant, instantIn, now } from '../kernel/clock.ts';
import { conflict } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { due } from '../store/due-work.ts';
import type { Lease } from '../store/lease.ts';
import { NO_LEASE } from '../store/lease.ts';
import { awaitsDispatch } from '../store/outbox.ts';
import { getItem } from '../store/read.ts';
import { hasVersion, type VersionedItem } from '../store/change-item.ts';
import { type CompanyId, companyKey, companyScope, type Item, type Key } from '../store/table.ts';
import { create, put, remove, type Write } from '../store/transact.ts';

/**
 * How a company's synchronization stands: item `C#<company>` / `SYNC`. A run that begins, or goes on with its next part, is a change of
 * this item, and the table's stream puts it into the queue.
 */
export interface SyncState extends Lease {
  companyId: string;
  run: SyncRun | null;
  /** The authority refused access: no automatic run until somebody triggers one, or connects by another token. */
  paused: { tokenId: string } | null;
  /** A limit of the authority is reached until then (ISO instant). */
  limitedUntil: string | null;
}

export interface SyncRun {
  id: string;
  trigger: 'manual' | 'schedule';
  /** The messages of this interval (ISO instants) are listed. */
  from: string;
  to: string;
  startedAt: string;
  /** When a process last took it on. */
  touchedAt: string;
  /** All of the interval's messages have their records: later parts list nothing. */
  isListed: boolean;
  /** Grows with each part that is put into the queue. */
  part: number;
  /** Documents that it has stored. */
  stored: number;
}

export type SyncItem = VersionedItem<SyncState>;

export const syncKey = (company: CompanyId): Key => companyKey(company, 'SYNC');

export const readSync = (company: CompanyId): Promise<SyncItem | undefined> => getItem<SyncItem>(syncKey(company));

/** The most that a queue holds a message back, in seconds. */
const LONGEST_DELAY = 900;

/** Seconds for which the next part of a run waits for a limit of the authority. */
export const secondsLimited = ({ limitedUntil }: Pick<SyncState, 'limitedUntil'>): number =>
  limitedUntil === null
    ? 0
    : Math.min(LONGEST_DELAY, Math.max(0, Math.ceil((Date.parse(limitedUntil) - now().getTime()) / 1000)));

/** Seconds after which a run that nobody has taken on again is given up: the queue has tried five times by then. */
const GIVEN_UP_SECONDS = 3 * 3600;

/** Whether a run is on its way. */
export const isRunning = (state: SyncState | undefined): boolean =>
  state?.run != null && state.run.touchedAt > instantIn(-GIVEN_UP_SECONDS);

/** The write that begins a run. Fails with `ConditionFailed` when the state changed meanwhile. @throws 409 while one is on its way */
export function beginRun(
  companyId: string,
  item: SyncItem | undefined,
  { trigger, days }: Pick<SyncRun, 'trigger'> & { days: number },
): { run: SyncRun; write: Write } {
  if (isRunning(item?.data)) throw conflict('A synchronization is running.', { reason: 'sync_running' });
  const at = instant();
  const run: SyncRun = {
    ...{ id: newId(), trigger, from: instantIn(-days * DAY_SECONDS), to: at, startedAt: at, touchedAt: at },
    ...{ isListed: false, part: 0, stored: 0 },
  };
  const data: SyncState = { companyId, run, paused: null, limitedUntil: null, ...NO_LEASE };
  const version = (item?.version ?? 0) + 1;
  const next: SyncItem = { ...syncKey(companyScope(companyId)), kind: 'sync', version, data, ...awaitsDispatch(run.id) };
  return { run, write: item ? put({ ...next }, hasVersion(item.version)) : create({ ...next }) };
}

const DAY_SECONDS = 86_400;
/** Days for which the authority keeps messages. */
export const MOST_DAYS = 60;
/** Days that later runs look back at least. */
const LEAST_DAYS = 10;

/**
 * How many days a run looks back (completions-documents §10). Pure.
 *
 * @param asked the number of days that somebody asked for. After the first run it is no less than the days since the last one, whose
 *   messages no later run would look for.
 */
export function daysBack(
  { lastSyncedAt, syncDaysBack }: { lastSyncedAt: string | null; syncDaysBack: number },
  at: Date,
  asked?: number | null,
): number {
  if (lastSyncedAt === null) return Math.min(asked ?? syncDaysBack, MOST_DAYS);
  const since = Math.floor((at.getTime() - Date.parse(lastSyncedAt)) / (DAY_SECONDS * 1000));
  return Math.min(Math.max(since + 1, asked ?? LEAST_DAYS), MOST_DAYS);
}

/** Item `C#<company>` / `SYNCDUE`: when the company's next automatic run is due. It is there while synchronization is switched on. */
export const SYNC_DUE = 'SYNC';

const dueKey = (company: CompanyId): Key => companyKey(company, 'SYNCDUE');

/** The write that makes the next automatic run due. @param at ISO instant */
export const dueAt = (company: CompanyId, at: string): Write => {
  const item: Item = { ...dueKey(company), kind: 'sync-due', row: { companyId: company }, ...due(SYNC_DUE, company, at) };
  return put({ ...item });
};

/** The write that ends automatic runs. */
export const neverDue = (company: CompanyId): Write => remove(dueKey(company));
