import type { DeliveryNote } from '#shared/model/convertible/delivery-note.ts';
import { type Notification, notification } from '#shared/output/webhooks/notification.ts';

export type TransportEventName = 'etransport.submitted' | 'etransport.accepted' | 'etransport.rejected' | 'etransport.failed';

/** The webhook notification about a note's declaration. @param error why a message failed; default: the note's error message */
export const transportNotification = (type: TransportEventName, note: DeliveryNote, error?: string): Notification =>
  notification(type, {
    deliveryNoteUuid: note.id,
    deliveryNoteNumber: note.number,
    etransportStatus: note.etransportStatus,
    etransportUit: note.etransportUit,
    errorMessage: error ?? note.etransportErrorMessage,
  });
