import type { DeliveryNote } from '#shared/model/convertible/delivery-note.ts';
import { metadataOf, type Notification, notification } from '#shared/output/webhooks/notification.ts';

/** Webhook events about the status of a delivery note. */
export type DeliveryNoteEventName =
  'delivery_note.created' | 'delivery_note.issued' | 'delivery_note.converted' | 'delivery_note.cancelled';

/** The webhook notification about a delivery note. */
export const deliveryNoteNotification = (type: DeliveryNoteEventName, note: DeliveryNote): Notification =>
  notification(type, {
    deliveryNoteUuid: note.id,
    deliveryNoteNumber: note.number,
    status: note.status,
    clientName: note.client?.name ?? null,
    total: note.total,
    currency: note.currency,
    ...metadataOf(note),
    ...(note.convertedInvoiceId && { convertedInvoiceId: note.convertedInvoiceId }),
  });
