import { instant } from '#shared/base/kernel/clock.ts';
import { newMessage } from '#shared/documents/received-sync/messages/model.ts';
import { createMessages } from '#shared/documents/received-sync/messages/store.ts';
import { digits } from '../matrix/fresh-values.ts';
import type { Scope, Service } from '../service.ts';

/** A message of the authority, as a synchronization stores it. */
export async function authorityMessage(_: Service, { company }: Scope): Promise<string> {
  const listed = { id: digits(10), uploadIndex: digits(10), cif: '1', type: 'received', wireType: 'FACTURA PRIMITA' } as const;
  const ids = { createdAt: null, details: 'Factura', sellerCif: null, buyerCif: null };
  const message = newMessage(company, { ...listed, ...ids }, instant());
  await createMessages(company, [message]);
  return message.id;
}
