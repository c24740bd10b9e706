import { instant } from '#shared/base/kernel/clock.ts';
import { suppressionOf, unsubscriptionWrite } from '#shared/output/mail/documents/suppression.ts';
import { retryOnContention, transact } from '#shared/platform/store/transact.ts';
import type { Person } from '../match.ts';
import { mailedAddresses } from './mailed.ts';

/** Enters a person's objection to automatic mails (GDPR art. 21) in every company that mails to them, as their own unsubscription would. */

/** The entries on suppression lists, by what an objection does with them. */
export interface Objection {
  /** Entries that were added, or would be. */
  added: number;
  /** Addresses of companies' lists that get no automatic mail already. */
  listed: number;
}

/**
 * Idempotent: an address that is on a list stays as it is, a complaint among them; after a crash the next run adds the rest.
 *
 * @param confirmed false: nothing is written
 */
export async function objectToMails(person: Person, confirmed: boolean): Promise<Objection> {
  const result: Objection = { added: 0, listed: 0 };
  for (const { company, address } of await mailedAddresses(person)) {
    const reason = await suppressionOf(company, address);
    // A restriction ends, and would take with it what was not entered because of it.
    if (reason !== undefined && reason !== 'restricted') {
      result.listed++;
      continue;
    }
    result.added++;
    if (confirmed) await retryOnContention(() => transact([unsubscriptionWrite(company, address, instant())]));
  }
  return result;
}
