import type { Account } from '#shared/platform/access/model.ts';
import { unpacked } from '#shared/platform/store/packing/packed.ts';
import { findPerson } from './account.ts';
import { type Person, recordOf, type Stored } from './match.ts';
import { type Erasure, identifiersOf } from './records.ts';
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
export async function erasedBefore(erasures: readonly Erasure[]): Promise<Person[]> {
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
    for (const item of page.map(unpacked)) {
      for (const person of peopleIn(item)) if (isErased(person)) found.set(person.address, await findPerson(person.address));
    }
  }
  return [...found.values()];
}

/** An account is its address with its id: the address may have been another one when it was erased. */
function peopleIn(item: Stored): Person[] {
  const people = addressesIn(item).map(address => ({ address, userId: null }));
  if (item.kind !== 'account') return people;
  const { id, email } = recordOf(item) as Account;
  return [...people, { address: email.toLowerCase(), userId: id }];
}
