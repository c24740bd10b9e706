import { instant } from '#shared/base/kernel/clock.ts';
import { isSuppressed, unsubscriptionWrite } from '#shared/output/mail/documents/suppression.ts';
import { unpacked } from '#shared/platform/store/packing/packed.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { retryOnContention, transact } from '#shared/platform/store/transact.ts';
import { type Person, recordOf, relationOf, type Stored } from './match.ts';
import { mailingCompanies } from './suppress.ts';
import { pagesOfTable } from './walk.ts';

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
  const addresses = await addressesOf(person);
  const result: Objection = { added: 0, listed: 0 };
  for (const [company, theirs] of await mailed(addresses))
    for (const address of theirs) {
      if (await isSuppressed(company, address)) {
        result.listed++;
        continue;
      }
      result.added++;
      if (confirmed) await retryOnContention(() => transact([unsubscriptionWrite(company, address, instant())]));
    }
  return result;
}

/** The addresses of a person: the one they were sought by, or those in the clients' records that are theirs. */
async function addressesOf(person: Person): Promise<string[]> {
  if (person.address !== null) return [person.address];
  const found = new Set<string>();
  for await (const page of pagesOfTable()) for (const address of clientAddresses(page.map(unpacked), person)) found.add(address);
  return [...found];
}

/** The addresses in the records of clients that are the person, in lower case. Pure. */
export const clientAddresses = (items: readonly Stored[], person: Person): string[] =>
  items
    .filter(item => item.kind === 'client' && relationOf(item, person) === 'theirs')
    .map(item => (recordOf(item) as { email?: string | null }).email?.trim().toLowerCase() ?? '')
    .filter(address => address !== '');

/** The companies that mail to each of some addresses. */
async function mailed(addresses: readonly string[]): Promise<Map<CompanyId, Set<string>>> {
  const companies = new Map<CompanyId, Set<string>>();
  if (addresses.length === 0) return companies;
  for await (const page of pagesOfTable()) {
    const items = page.map(unpacked);
    for (const address of addresses)
      for (const company of mailingCompanies(items, { address, userId: null }).keys())
        companies.set(company, (companies.get(company) ?? new Set()).add(address));
  }
  return companies;
}
