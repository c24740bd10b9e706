import type { CompanyId } from '#shared/platform/store/table.ts';
import { type Person, recordOf, relationOf, type Stored } from '../match.ts';
import { pagesOfTable } from '../walk.ts';
import { mailingCompanies } from './suppress.ts';

/** An address of a person that a company mails to. */
interface Mailed {
  company: CompanyId;
  address: string;
}

/** The addresses of a person with the companies that mail to each, or have it on their suppression list. Reads the table once or twice. */
export async function mailedAddresses(person: Person): Promise<Mailed[]> {
  const addresses = await addressesOf(person);
  const found = new Map<string, Mailed>();
  if (addresses.length === 0) return [];
  for await (const page of pagesOfTable()) {
    for (const address of addresses)
      for (const company of mailingCompanies(page, { address, userId: null }).keys())
        found.set(`${company}\n${address}`, { company, address });
  }
  return [...found.values()];
}

/** The addresses of a person: the one they were sought by, or those in the clients' records that are theirs. */
async function addressesOf(person: Person): Promise<string[]> {
  if (person.address !== null) return [person.address];
  const found = new Set<string>();
  for await (const page of pagesOfTable()) for (const address of clientAddresses(page, person)) found.add(address);
  return [...found];
}

/** The addresses in the records of clients that are the person, in lower case. Pure. */
export const clientAddresses = (items: readonly Stored[], person: Person): string[] =>
  items
    .filter(item => item.kind === 'client' && relationOf(item, person) === 'theirs')
    .map(item => (recordOf(item) as { email?: string | null }).email?.trim().toLowerCase() ?? '')
    .filter(address => address !== '');
