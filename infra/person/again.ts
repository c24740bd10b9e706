import type { Account } from '#shared/platform/access/model.ts';
import { ownerOf } from '#shared/platform/store/table.ts';
import { findPerson } from './account.ts';
import { type Person, type Recognized, recordOf, type Stored } from './match.ts';
import { phoneDigits } from './numbers.ts';
import { identifiersOf, type Request } from './records.ts';
import { pagesOfTable } from './walk.ts';

/** Finds the people in a restored table who had been erased since, by the records of the erasures. */

/** Whatever may be an address in a text; `isOf` decides. */
const ADDRESSES = /[^\s<>()[\]",;:@]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

/** The addresses in all texts of an item, in lower case; of one between quotation marks also what is between. Pure. */
export function addressesIn(value: unknown): string[] {
  if (typeof value === 'string')
    return (value.toLowerCase().match(ADDRESSES) ?? []).flatMap(found => {
      const bare = found.replace(/^['`*_.]+/, '');
      return bare === found ? [found] : [found, bare];
    });
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  return [...(value instanceof Set ? value : Object.values(value))].flatMap(addressesIn);
}

/** The people of the erasures who are in the table; reads it once, page by page. */
export async function erasedBefore(erasures: readonly Request[]): Promise<Person[]> {
  const found = new Map<string, Person>();
  const looked = new Set<string>();
  const isErased = (person: Person): boolean =>
    identifiersOf(person).some(identifier => {
      if (looked.has(identifier)) return false;
      looked.add(identifier);
      return erasures.some(erasure => erasure.isOf(identifier));
    });
  if (erasures.length === 0) return [];
  for await (const page of pagesOfTable()) {
    for (const item of page) {
      for (const person of peopleIn(item))
        if (isErased(person)) {
          const { address, userId: _, ...by } = person;
          found.set(identifiersOf({ ...person, userId: null }).join(), await findPerson({ email: address ?? undefined, ...by }));
        }
    }
  }
  return [...found.values()];
}

/** An account is its address with its id: the address may have been another one when it was erased. */
function peopleIn(item: Stored): Person[] {
  const people: Person[] = addressesIn(item).map(address => ({ address, userId: null }));
  if (item.kind === 'client' || item.kind === 'supplier') people.push(...partiesIn(item));
  if (item.kind !== 'account') return people;
  const { id, email } = recordOf(item) as Account;
  return [...people, { address: email.toLowerCase(), userId: id }];
}

/** A client or supplier is also its numbers, and its record. */
function partiesIn(item: Stored): Person[] {
  const nobody = { address: null, userId: null };
  const { id, cnp, phone } = recordOf(item) as Recognized & { id: string };
  const { companyId } = ownerOf(item.pk);
  return [
    ...(cnp ? [{ ...nobody, number: cnp }] : []),
    ...(phone ? [{ ...nobody, phone: phoneDigits(phone) }] : []),
    ...(companyId && item.kind === 'client' ? [{ ...nobody, client: { companyId, id } }] : []),
  ];
}
