import { localDay } from '../../kernel/clock.ts';
import { daysBetween } from '../../kernel/dates.ts';
import type { Company } from '../../model/company.ts';
import type { AuthorityWarning } from '../../mail/requests.ts';

/** What members are warned of before documents at the tax authority are lost: it keeps messages for 60 days. Pure. */

/** Days for which the authority keeps a message. */
export const KEPT_DAYS = 60;

/** Days since the last synchronization that succeeded, on which members are warned: more often towards the end. */
const STALE_DAYS: readonly number[] = [30, 37, 44, 51, 55, 57, 58, 59, KEPT_DAYS];

/** Days before the end of the connection on which members are warned; 0 is the day of the end. */
const ENDING_DAYS: readonly number[] = [30, 14, 7, 1, 0];

/**
 * The warnings of a day.
 *
 * @param day `YYYY-MM-DD` in Romania
 * @param tokenEndsAt when the connection that reaches the company ends, or has ended (ISO instant); null where there never was one
 */
export function authorityWarnings(
  { syncEnabled, lastSyncedAt, createdAt }: Pick<Company, 'syncEnabled' | 'lastSyncedAt' | 'createdAt'>,
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

/** Whether the company's synchronization has failed for so long that documents may be lost: the log says so every day, for operators. */
export const isStale = (
  { syncEnabled, lastSyncedAt, createdAt }: Pick<Company, 'syncEnabled' | 'lastSyncedAt' | 'createdAt'>,
  day: string,
): boolean => syncEnabled && daysBetween(localDay(lastSyncedAt ?? createdAt), day) >= STALE_DAYS[0]!;
