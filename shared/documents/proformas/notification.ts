import type { Proforma } from '#shared/model/convertible/proforma.ts';
import { metadataOf, type Notification, notification } from '#shared/output/webhooks/notification.ts';

/** The webhook events that report the state of a proforma. */
export type ProformaEventName = 'proforma.created' | 'proforma.accepted' | 'proforma.rejected';

/** The webhook notification about a proforma. */
export const proformaNotification = (type: ProformaEventName, proforma: Proforma): Notification =>
  notification(type, {
    proformaUuid: proforma.id,
    proformaNumber: proforma.number,
    status: proforma.status,
    clientName: proforma.client?.name ?? null,
    total: proforma.total,
    currency: proforma.currency,
    ...metadataOf(proforma),
  });
