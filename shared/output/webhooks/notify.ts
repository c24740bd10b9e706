import { awaitsPublication } from '#shared/platform/access/webhook-flag.ts';
import { epochSeconds } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { type CompanyId, companyKey } from '#shared/platform/store/table.ts';
import { create, type Write } from '#shared/platform/store/transact.ts';
import { eventIndex } from './event-index.ts';
import { type Notification, storedNotification } from './notification.ts';

/**
 * Webhook notifications that are not about documents; those about documents are stored with timeline events
 * (documents/timeline.ts).
 */

const KEPT_SECONDS = 30 * 86_400;

/** The write that stores a notification for a company's webhooks. Add it to the transaction of the change that it reports. */
export function notify(company: CompanyId, notification: Notification): Write {
  const id = newId();
  return create({
    ...companyKey(company, `NOTIFY#${id}`),
    kind: 'notification',
    webhooks: [storedNotification(notification)],
    ...eventIndex(company, id, [notification], documentOf(notification)),
    expiresAt: epochSeconds() + KEPT_SECONDS,
    ...awaitsPublication(company, id),
  });
}

const documentOf = ({ data }: Notification): { kind: string; id: string } | undefined =>
  'documentUuid' in data ? { kind: data.documentType, id: data.documentUuid } : undefined;
