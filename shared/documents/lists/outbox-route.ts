import { createHash } from 'node:crypto';
import { rareWork } from '#shared/platform/aws/queues.ts';
import type { Kind } from '#shared/model/kinds.ts';
import type { OutboxRoute } from '#shared/platform/store/outbox.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** One in this many changes of documents triggers a check of the company's list, to limit the cost. */
const SAMPLE = 64;

/**
 * Seconds; longer than `SETTLED` (snapshot.ts), so that one compaction covers a burst of changes. SQS delays a message by at most
 * 900.
 */
const DELAY = 660;

/** Whether a change is in the sample. Decided by a hash of its time, so that a repeated delivery gives the same result. */
const isSampled = (stamp: unknown): boolean => (createHash('sha256').update(String(stamp)).digest()[0] ?? 0) % SAMPLE === 0;

/** Requests a compaction of the company's list for a sample of the changes of documents of a kind. */
export const listRouteOf = ({ item }: Pick<Kind, 'item'>): OutboxRoute => ({
  kind: item,
  dispatches: ({ before, after }) => {
    // Changes that lists do not show leave `gsi4sk` as it was.
    if (!after || after['gsi4sk'] === before?.['gsi4sk'] || !isSampled(after['gsi4sk'])) return [];
    const { companyId } = after['data'] as { companyId: CompanyId };
    return [rareWork('compact-list', { companyId, kind: item }, DELAY)];
  },
});
