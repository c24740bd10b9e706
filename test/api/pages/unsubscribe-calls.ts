import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { reminderCalls } from '../../support/reminders/calls.ts';
import type { Service } from '../../support/service.ts';
import type { Trader } from '../../support/trader.ts';

/** Reminders to new clients, and the links to unsubscribe in them. */
export function unsubscribeCalls(service: () => Service, trader: Pick<Trader, 'scope' | 'inForce'>) {
  const { turnTo } = reminderCalls(service);
  const newestTo = async (email: string) => {
    const [mail] = await service().mailbox(email);
    if (!mail) throw new Error(`No mail has come for ${email}.`);
    return mail;
  };
  return {
    newestTo,
    /** An invoice that is due in 3 days, to a client with this address. */
    async owedBy(email: string, to: Pick<Trader, 'scope' | 'inForce'> = trader): Promise<string> {
      const client = await service().newClient(to.scope, { cui: null, vatCode: null, name: email, email });
      return (await to.inForce({ clientId: client.id, dueDate: addDays(today(), 3) })).id;
    },
    nextDay: (): Promise<void> => turnTo(addDays(today(), 1), '09:00'),
    /** The path of the link in the newest mail; empty if there is none. */
    pathIn: async (email: string): Promise<string> =>
      /https?:\S+(\/pages\/unsubscribe\/[\w-]{88})\n/.exec((await newestTo(email)).text ?? '')?.[1] ?? '',
    /** The request that mail programs send when their button is pressed (RFC 8058 §3.2). */
    oneClick: (path: string) =>
      fetch(service().url + path, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }),
  };
}
