import { localDay } from '#shared/base/kernel/clock.ts';
import { daysBetween } from '#shared/base/kernel/dates.ts';
import type { Company } from '#shared/model/company.ts';
import type { AuthorityWarning } from '#shared/output/mail/requests.ts';

/** Warnings before documents at the tax authority are lost: it deletes messages after 60 days. Pure. */

/** Days for which the authority keeps a message. */
export const KEPT_DAYS = 60;

/** Numbers of days since the last successful synchronization at which members are warned: more often towards the end. */
const STALE_DAYS: readonly number[] = [30, 37, 44, 51, 55, 57, 58, 59, KEPT_DAYS];

/** Numbers of days before the connection expires at which members are warned, the most first; 0 is the last day. */
export const ENDING_DAYS: readonly [number, ...number[]] = [30, 14, 7, 1, 0];

/**
 * The warnings of a day.
 *
 * @param day `YYYY-MM-DD` in Romania
 * @param tokenEndsAt when the connection of the company expires or expired (ISO instant); null when there never was one
 */
export function authorityWarnings(
  { syncEnabled, lastSyncedAt, createdAt }: Synced,
  tokenEndsAt: string | null,
  day: string,
): AuthorityWarning[] {
  const since = localDay(lastSyncedAt ?? createdAt);
  const days = daysBetween(since, day);
  const isStale = syncEnabled && STALE_DAYS.includes(days);
  const left = tokenEndsAt === null ? null : daysBetween(day, localDay(tokenEndsAt));
  return [
    ...(isStale ? [{ kind: 'stale' as const, since, days, daysLeft: KEPT_DAYS - days }] : []),
    ...(left !== null && tokenEndsAt !== null && ENDING_DAYS.includes(left)
      ? [{ kind: 'ending' as const, endsOn: localDay(tokenEndsAt), daysLeft: left }]
      : []),
  ];
}

type Synced = Pick<Company, 'syncEnabled' | 'lastSyncedAt' | 'createdAt'>;

/** Days since the last successful synchronization, or since the company was added. */
export const daysUnsynced = ({ lastSyncedAt, createdAt }: Omit<Synced, 'syncEnabled'>, day: string): number =>
  daysBetween(localDay(lastSyncedAt ?? createdAt), day);

/**
 * Whether the company's synchronization has failed for so long that documents may be lost. It is logged every day, for operators.
 */
export const isStale = (company: Synced, day: string): boolean =>
  company.syncEnabled && daysUnsynced(company, day) >= STALE_DAYS[0]!;
