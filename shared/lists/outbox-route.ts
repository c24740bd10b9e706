import { createHash } from 'node:crypto';
import type { Kind } from '../model/kinds.ts';
import type { OutboxRoute } from '../store/outbox.ts';

/** One in this many changes of documents has the company's list looked after: its cost is spread over them. */
const SAMPLE = 64;

/** Seconds after which many changes at once have settled (compact.ts), so that one look finds them all. A queue holds a message for 900. */
const DELAY = 660;

/** Whether a change is one of the sample, decided by its stamp: a repeated delivery decides alike. */
const isSampled = (stamp: unknown): boolean => (createHash('sha256').update(String(stamp)).digest()[0] ?? 0) % SAMPLE === 0;

/** A sample of changed documents of a kind has the file of the company's list made again. */
export const listRouteOf = ({ item }: Pick<Kind, 'item'>): OutboxRoute => ({
  kind: item,
  dispatches: ({ before, after }) => {
    // Changes that lists do not show leave the stamp as it was.
    if (!after || after['gsi4sk'] === before?.['gsi4sk'] || !isSampled(after['gsi4sk'])) return [];
    const { companyId } = after['data'] as { companyId: string };
    return [{ queue: 'list', body: { companyId, kind: item }, delaySeconds: DELAY }];
  },
});
