import { randomUUID } from 'node:crypto';
import { transact } from '#shared/platform/store/transact.ts';
import { notification } from '#shared/output/webhooks/notification.ts';
import { notify } from '#shared/output/webhooks/notify.ts';
import type { ReceivedMessage } from './receiver.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** The name of the emitted event. */
export const EMITTED = 'email.delivered';

/** The name of an event that was emitted. */
export const nameOf = ({ data }: ReceivedMessage): string => String(data['to']);

/** Notifications that one transaction writes. */
const AT_ONCE = 50;

/**
 * * Emits many events of a company without the changes that cause them: it only writes the notifications. After that, everything runs as
 * usual. They are distinguished by their names.
 */
export async function emit(company: CompanyId, names: readonly string[]): Promise<void> {
  const document = { documentType: 'invoice', documentUuid: randomUUID() } as const;
  const writes = names.map(to =>
    notify(company, notification(EMITTED, { emailId: randomUUID(), ...document, to, deliveryStatus: 'delivered' })),
  );
  for (let first = 0; first < writes.length; first += AT_ONCE) await transact(writes.slice(first, first + AT_ONCE));
}
