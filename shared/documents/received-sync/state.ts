import { epochSeconds, instant, instantIn, now } from '#shared/base/kernel/clock.ts';
import { conflict } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { due } from '#shared/platform/store/due-work.ts';
import type { Lease } from '#shared/platform/store/lease.ts';
import { NO_LEASE } from '#shared/platform/store/lease.ts';
import { awaitsDispatch } from '#shared/platform/store/outbox.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { hasVersion, type VersionedItem } from '#shared/platform/store/change-item.ts';
import { type CompanyId, companyKey, type Item, type Key } from '#shared/platform/store/table.ts';
import { create, put, remove, update, type Write } from '#shared/platform/store/transact.ts';
import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';

/**
 * The state of a company's synchronization: item `C#<company>` / `SYNC`. Each part of a run begins with a change of this item,
 * for which the table's stream puts a message into the queue (outbox-route.ts).
 */
export interface SyncState extends Lease {
  companyId: CompanyId;
  run: SyncRun | null;
  /** The authority refused access by this token: no automatic run until a user triggers one or the company has another token. */
  paused: { tokenId: string } | null;
  /** A limit of the authority forbids calls until then (ISO instant). */
  limitedUntil: string | null;
  /** Why the last run failed; null when it did not. Absent until the first run since this field exists. */
  lastFailure?: SyncFailure | null;
  /** The last runs that failed, newest first. */
  failures?: SyncFailure[];
}

/** A run that ended without having listed and processed what the authority has. */
export interface SyncFailure {
  /** When it ended (ISO instant). */
  at: string;
  message: string;
}

/** As many as the log shows entries. */
const FAILURES_KEPT = 50;
const LONGEST_MESSAGE = 300;

/** The failures of a state with one more. Pure. */
export function withFailure(
  state: Pick<SyncState, 'failures'>,
  { at, message }: SyncFailure,
): Pick<SyncState, 'lastFailure' | 'failures'> {
  const lastFailure = { at, message: message.slice(0, LONGEST_MESSAGE) };
  return { lastFailure, failures: [lastFailure, ...(state.failures ?? [])].slice(0, FAILURES_KEPT) };
}

export interface SyncRun {
  id: string;
  trigger: 'manual' | 'schedule';
  /** The run lists the messages of this interval (ISO instants). */
  from: string;
  to: string;
  startedAt: string;
  /** When a process last began a part (ISO instant). */
  touchedAt: string;
  /** All messages of the interval have records: later parts do not list them again. */
  isListed: boolean;
  /** Number of the part, from 0; each part is one message of the queue. */
  part: number;
}

export type SyncItem = VersionedItem<SyncState>;

export const syncKey = (company: CompanyId): Key => companyKey(company, 'SYNC');

export const readSync = (company: CompanyId): Promise<SyncItem | undefined> => getItem<SyncItem>(syncKey(company));

/** The longest delay of a queue's message (SQS), in seconds. */
const LONGEST_DELAY = 900;

/** Seconds to delay the next part of a run because of a limit of the authority. */
export const secondsLimited = ({ limitedUntil }: Pick<SyncState, 'limitedUntil'>): number =>
  limitedUntil === null
    ? 0
    : Math.min(LONGEST_DELAY, Math.max(0, Math.ceil((Date.parse(limitedUntil) - now().getTime()) / 1000)));

/** Seconds after `touchedAt` when a run counts as ended: by then the queue has tried five times. */
const GIVEN_UP_SECONDS = 3 * 3600;

/** Whether a run is in progress. */
export const isRunning = (state: SyncState | undefined): boolean =>
  state?.run != null && state.run.touchedAt > instantIn(-GIVEN_UP_SECONDS);

/** The write that begins a run; fails with `ConditionFailed` if the state has changed. @throws 409 while a run is in progress */
export function beginRun(
  companyId: CompanyId,
  item: SyncItem | undefined,
  { trigger, days }: Pick<SyncRun, 'trigger'> & { days: number },
): { run: SyncRun; write: Write } {
  if (isRunning(item?.data)) throw conflict('A synchronization is running.', { reason: 'sync_running' });
  const at = instant();
  const run: SyncRun = {
    ...{ id: newId(), trigger, from: instantIn(-days * DAY_SECONDS, at), to: at, startedAt: at, touchedAt: at },
    ...{ isListed: false, part: 0 },
  };
  const { run: interrupted = null, lastFailure = null, failures = [] } = item?.data ?? {};
  // An earlier run that is still in the state has ended without saying so.
  const told = interrupted
    ? withFailure(
        { failures },
        { at: interrupted.touchedAt, message: 'The synchronization was interrupted by an error of the service.' },
      )
    : { lastFailure, failures };
  const data: SyncState = { companyId, run, paused: null, limitedUntil: null, ...told, ...NO_LEASE };
  const version = (item?.version ?? 0) + 1;
  const next: SyncItem = { ...syncKey(companyId), kind: 'sync', version, data, ...awaitsDispatch(run.id) };
  return { run, write: item ? put({ ...next }, hasVersion(item.version)) : create({ ...next }) };
}

const DAY_SECONDS = 86_400;

/** Item `C#<company>` / `SYNCCOUNT#<run>`: how many new documents a run has stored. Apart from `SYNC`, which the holder of the lease writes. */
const storedKey = (company: CompanyId, runId: string): Key => companyKey(company, `SYNCCOUNT#${runId}`);

/** The write that counts a new document of a run: part of the transaction that stores it, so that no crash loses it. */
export const countStored = (company: CompanyId, runId: string): Write =>
  update(storedKey(company, runId), {
    expression: 'SET #kind = :kind, expiresAt = :expiresAt ADD #stored :one',
    names: { '#kind': 'kind', '#stored': 'stored' },
    values: { ':kind': 'sync-count' satisfies ItemKind, ':expiresAt': epochSeconds() + 7 * DAY_SECONDS, ':one': 1 },
  });

/** The number of new documents that a run has stored. */
export const readStored = async (company: CompanyId, runId: string): Promise<number> =>
  (await getItem<Item & { stored: number }>(storedKey(company, runId)))?.stored ?? 0;

/** Days for which the authority lists messages. */
export const MOST_DAYS = 60;
/** The least days that runs after the first look back. */
const LEAST_DAYS = 10;

/**
 * How many days a run looks back (EIN-39). Pure.
 *
 * @param asked the number of days in the request that triggers the run. After the first run it is raised to the days since the last
 *   one, because no later run would find the messages of that time.
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

/** Item `C#<company>` / `SYNCDUE`: when the company's next automatic run is due. It exists while synchronization is switched on. */
export const SYNC_DUE = 'SYNC';

const dueKey = (company: CompanyId): Key => companyKey(company, 'SYNCDUE');

/** The write that sets when the next automatic run is due. @param at ISO instant */
export const dueAt = (company: CompanyId, at: string): Write => {
  const item: Item = { ...dueKey(company), kind: 'sync-due', row: { companyId: company }, ...due(SYNC_DUE, company, at) };
  return put({ ...item });
};

/** The write that ends automatic runs. */
export const neverDue = (company: CompanyId): Write => remove(dueKey(company));
