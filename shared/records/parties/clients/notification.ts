import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { notification } from '#shared/output/webhooks/notification.ts';
import { notify } from '#shared/output/webhooks/notify.ts';
import type { Client } from './store.ts';

/** The write that notifies the company's webhooks of a new or changed client (REC-28). */
export const clientNotification = (
  type: 'client.created' | 'client.updated',
  company: CompanyId,
  { id, name, cui, metadata }: Client,
): Write => notify(company, notification(type, { clientUuid: id, name, cif: cui, ...(metadata && { metadata }) }));
