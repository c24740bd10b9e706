import type { DeliveryNote } from '../../model/convertible/delivery-note.ts';
import { type Notification, notification } from '../../webhooks/notification.ts';

export type TransportEventName = 'etransport.submitted' | 'etransport.accepted' | 'etransport.rejected' | 'etransport.failed';

/** The webhook notification about a note's declaration. @param error why a message failed, where the note does not say it */
export const transportNotification = (type: TransportEventName, note: DeliveryNote, error?: string): Notification =>
  notification(type, {
    deliveryNoteUuid: note.id,
    deliveryNoteNumber: note.number,
    etransportStatus: note.etransportStatus,
    etransportUit: note.etransportUit,
    errorMessage: error ?? note.etransportErrorMessage,
  });
