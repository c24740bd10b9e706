import * as z from 'zod';
import { instantsOf } from '#shared/base/kernel/clock.ts';
import { date as day } from '#shared/base/kernel/fields.ts';
import { paging } from '#shared/platform/lambda/endpoint/request.ts';
import { queryRows } from '#shared/platform/store/read.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { daysOfPage, matchingDays, readCounts, totalOf } from './counts.ts';
import { deliveriesPartition, type DeliveryRow, oldestKept } from './store.ts';

/** The completed attempts of an endpoint, newest first (WHK-45). */

const optional = <T extends z.ZodType>(schema: T) => z.preprocess(value => (value === '' ? undefined : value), schema.optional());

export const deliveriesQuery = z
  .object({
    ...paging(),
    status: optional(z.enum(['success', 'failed'], 'must be success or failed')),
    eventType: optional(z.string().max(100)),
    from: optional(day()),
    to: optional(day()),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['from'], message: 'must not be after to' });
export type DeliveriesQuery = z.output<typeof deliveriesQuery>;

/** Sort key after all instants. */
const LAST = '~';

/**
 * A page of attempts, and their total. The counts by day tell which days the page covers; only these are read, in parallel. The
 * unfiltered first page is read in parallel with the counts. Rows are from an index, which may lag behind the counts for a moment.
 */
export async function pageOfDeliveries(
  company: CompanyId,
  webhookId: string,
  query: DeliveriesQuery,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const partition = deliveriesPartition(company, webhookId);
  const { page, limit, status, eventType, from, to } = query;
  const isFiltered = status !== undefined || eventType !== undefined;
  const isFirstOfAll = page === 1 && !isFiltered && from === undefined && to === undefined;
  const [counts, newest] = await Promise.all([
    readCounts(company, webhookId),
    isFirstOfAll
      ? queryRows<DeliveryRow>('gsi1', { partition, between: [oldestKept(), LAST] }, { descending: true, limit })
      : undefined,
  ]);
  const days = matchingDays(counts, query);
  const total = totalOf(days);
  if (newest) return { rows: newest, total };
  const isWanted = (row: DeliveryRow): boolean =>
    (status === undefined || row.status === status) && (eventType === undefined || row.eventType === eventType);
  const parts = daysOfPage(days, query).map(async ({ date, skip, take }) => {
    const { first, last } = instantsOf(date, date);
    const range = { partition, between: [first, `${last}#${LAST}`] as [string, string] };
    if (!isFiltered) return queryRows<DeliveryRow>('gsi1', range, { descending: true, offset: skip, limit: take });
    const rows = await queryRows<DeliveryRow>('gsi1', range, { descending: true });
    return rows.filter(isWanted).slice(skip, skip + take);
  });
  return { rows: (await Promise.all(parts)).flat(), total };
}
