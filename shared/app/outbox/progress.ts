import type { Change } from '#shared/platform/store/outbox.ts';
import { log } from '#shared/base/kernel/log.ts';
import type { EventRow } from '#shared/output/webhooks/event-index.ts';
import type { EventName } from '#shared/output/webhooks/events.ts';
import type { Notification } from '#shared/output/webhooks/notification.ts';

/** The steps of an invoice or credit note that show operators that invoicing works. */
const PROGRESS = ['invoice.issued', 'invoice.submitted', 'invoice.validated', 'invoice.rejected'] as const satisfies EventName[];

export type ProgressEvent = (typeof PROGRESS)[number];

/**
 * Logs a line `invoice progress` for each step that a committed change records, which the dashboard counts
 * (infra/stacks/observability/log-filters.ts). It is logged where the table's stream is consumed: only what was committed counts, be it by a request
 * or by a schedule. A record that the stream delivers again is counted again, and one that only the sweep dispatches is not.
 */
export function logProgress({ before, after }: Change): void {
  if (before || after?.['kind'] !== 'event') return;
  const { webhooks = [], row } = after as { webhooks?: Notification[]; row?: EventRow };
  for (const { type } of webhooks) if (isProgress(type)) log.info('invoice progress', { event: type, documentId: row?.id });
}

const isProgress = (type: EventName): type is ProgressEvent => (PROGRESS as readonly EventName[]).includes(type);
