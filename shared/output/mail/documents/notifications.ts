import { notification, type Notification } from '#shared/output/webhooks/notification.ts';
import type { MailKind } from './kind.ts';
import type { DocumentEmail } from './model.ts';

const NOTIFIED = { delivered: 'email.delivered', bounced: 'email.bounced', failed: 'email.failed' } as const;

/** The delivery statuses that webhooks get notifications of. */
export type NotifiedStatus = keyof typeof NOTIFIED;

export const isNotified = (status: DocumentEmail['deliveryStatus']): status is NotifiedStatus => status in NOTIFIED;

/** The notification of webhooks about a mail that has this status now (OUT-56). */
export function emailNotification(
  { mailCategory }: MailKind,
  { id, documentId, to, bounceReason }: DocumentEmail,
  deliveryStatus: NotifiedStatus,
): Notification {
  return notification(NOTIFIED[deliveryStatus], {
    emailId: id,
    documentType: mailCategory,
    documentUuid: documentId,
    to,
    deliveryStatus,
    ...(bounceReason !== null && { bounceReason }),
  });
}
