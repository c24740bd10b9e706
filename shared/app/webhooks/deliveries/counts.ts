import { localDay } from '#shared/base/kernel/clock.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, companyPartition, type Item } from '#shared/platform/store/table.ts';
import { update, type Write } from '#shared/platform/store/transact.ts';
import { keptUntil, type MadeDelivery } from './store.ts';

/**
 * Number of attempts to an endpoint by day, status and event. Item `WHCOUNT#<endpoint>#<date>`, with an attribute
 * `<status>:<event>` for each count. It is incremented in the transaction that records the attempt, and expires together with the
 * day's records: so the totals of filtered lists are exact without reading the records.
 */
export interface DayCount {
  /** In Europe/Bucharest, `YYYY-MM-DD`. */
  date: string;
  counts: Record<string, number>;
}

const SEPARATOR = ':';

export const countPrefix = (webhookId: string): string => `WHCOUNT#${webhookId}#`;

/** The write that counts an attempt. */
export function countDelivery(company: CompanyId, { webhookId, status, eventType, answer }: MadeDelivery): Write {
  const date = localDay(answer.deliveredAt);
  return update(companyKey(company, `${countPrefix(webhookId)}${date}`), {
    expression: 'SET #kind = :kind, expiresAt = :until ADD #count :one',
    names: { '#kind': 'kind', '#count': `${status}${SEPARATOR}${eventType}` },
    values: { ':kind': 'counter', ':until': keptUntil(date), ':one': 1 },
  });
}

/** The counts of an endpoint, the newest day first: at most 31 items. */
export async function readCounts(company: CompanyId, webhookId: string): Promise<DayCount[]> {
  const prefix = countPrefix(webhookId);
  const items = await queryItems<Item & Record<string, unknown>>(
    { partition: companyPartition(company), beginsWith: prefix },
    { descending: true },
  );
  return items.map(item => ({
    date: item.sk.slice(prefix.length),
    counts: Object.fromEntries(
      Object.entries(item).filter(
        (entry): entry is [string, number] => entry[0].includes(SEPARATOR) && typeof entry[1] === 'number',
      ),
    ),
  }));
}

/** Filter of a list. */
export interface CountFilter {
  status?: string | undefined;
  eventType?: string | undefined;
  /** Dates, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Number of matching attempts by day; days without any are left out. Pure. */
export const matchingDays = (
  days: readonly DayCount[],
  { status, eventType, from, to }: CountFilter,
): { date: string; count: number }[] =>
  days
    .filter(({ date }) => (from === undefined || date >= from) && (to === undefined || date <= to))
    .map(({ date, counts }) => ({ date, count: sum(counts, status, eventType) }))
    .filter(({ count }) => count > 0);

function sum(counts: Record<string, number>, status: string | undefined, eventType: string | undefined): number {
  const wanted = Object.entries(counts).filter(([name]) => {
    const [ofStatus, ofEvent] = name.split(SEPARATOR);
    return (status === undefined || ofStatus === status) && (eventType === undefined || ofEvent === eventType);
  });
  return wanted.reduce((total, [, count]) => total + count, 0);
}

export const totalOf = (days: readonly { count: number }[]): number => days.reduce((total, { count }) => total + count, 0);

/** The days that a page of a list covers, newest first, with the number of rows to skip and to take of each. Pure. */
export function daysOfPage(
  days: readonly { date: string; count: number }[],
  { page, limit }: { page: number; limit: number },
): { date: string; skip: number; take: number }[] {
  const [first, end] = [(page - 1) * limit, page * limit];
  let before = 0;
  return days.flatMap(({ date, count }) => {
    const skip = Math.max(0, first - before);
    const take = Math.min(count, end - before) - skip;
    before += count;
    return take > 0 ? [{ date, skip, take }] : [];
  });
}
