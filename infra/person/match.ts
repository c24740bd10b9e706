import { windowOf } from '#shared/platform/lambda/limits/attempts.ts';
import { windowKey } from '#shared/platform/lambda/limits/sliding-window.ts';
import { type Item, ownerOf, userPartition } from '#shared/platform/store/table.ts';
import { personalNumberPattern, phoneDigits, phonePattern } from './numbers.ts';

/** Finds out whether an item of the table is about a person, and which parts of it are. */

/** A person whose data is exported or erased. */
export interface Person {
  /** Lower-case; null: they are sought by something else. */
  address: string | null;
  /** The id of their account; null when they have none, or no address is known. */
  userId: string | null;
  /** Their personal number, 13 digits. */
  number?: string | undefined;
  /** As `phoneDigits` has it. */
  phone?: string | undefined;
  /** Their record as a client of one company. */
  client?: { companyId: string; id: string } | undefined;
}

/** An item as stored in the table. Counters of rate limits have no `kind`. */
export type Stored = Item & Record<string, unknown>;

/** `theirs`: the person's own item. `named`: it contains their address. `id`: it contains only the id of their account. */
export type Relation = 'theirs' | 'named' | 'id';

/** Characters of email addresses: with one directly before or after a match, the match is a part of another address. */
const IN_ADDRESS = /[\p{L}\p{N}.!$%'*+^_~-]/u;
const IN_DOMAIN = /[\p{L}\p{N}-]/u;

/** The indexes of an address in a text, case-insensitive; not where it is a part of another address. */
function placesOf(text: string, address: string): number[] {
  const lower = text.toLowerCase();
  const places: number[] = [];
  for (let at = lower.indexOf(address); at >= 0; at = lower.indexOf(address, at + 1)) {
    const [before, after, next] = [lower[at - 1], lower[at + address.length], lower[at + address.length + 1]];
    const goesOn =
      after !== undefined && (IN_DOMAIN.test(after) || (after === '.' && next !== undefined && IN_DOMAIN.test(next)));
    if (!goesOn && (before === undefined || !IN_ADDRESS.test(before))) places.push(at);
  }
  return places;
}

export const statesAddress = (text: string, { address }: Person): boolean =>
  address !== null && placesOf(text, address).length > 0;

const patternsOf = ({ number, phone }: Person): RegExp[] => [
  ...(number === undefined ? [] : [personalNumberPattern(number)]),
  ...(phone === undefined ? [] : [phonePattern(phone)]),
];

/** Whether a text has the person's address, personal number or phone. */
export const statesPerson = (text: string, person: Person): boolean =>
  statesAddress(text, person) || patternsOf(person).some(pattern => pattern.test(text));

/** Replaces the person's personal number and phone in a text. */
export const withoutNumbers = (text: string, person: Person, instead: string): string =>
  patternsOf(person).reduce((after, pattern) => after.replace(pattern, instead), text);

/** The fields of a client, a supplier or the party of a document by which a person is recognized. */
export interface Recognized {
  email?: string | null;
  phone?: string | null;
  cnp?: string | null;
}

/** Whether a record or a party of a document is the person's. */
export const isTheirs = ({ email, phone, cnp }: Recognized, person: Person): boolean =>
  statesAddress(email ?? '', person) ||
  (person.number !== undefined && cnp === person.number) ||
  (person.phone !== undefined && phoneDigits(phone ?? '') === person.phone);

/** Whether an item is the client's record that the person is sought by, or a document for it. */
export function isOfClient({ pk, kind, ...item }: Stored, { client }: Person): boolean {
  if (client === undefined || ownerOf(pk).companyId !== client.companyId) return false;
  if (kind === 'client') return (recordOf({ pk, kind, ...item } as Stored) as { id?: unknown } | undefined)?.id === client.id;
  return isForClient(item['data'], client.id);
}

/** Documents name their client by `clientId`; opening balances, and entries of documents and payments, have it as their partner. */
function isForClient(data: unknown, id: string): boolean {
  const { clientId, partner } = (data ?? {}) as { clientId?: unknown; partner?: { id?: unknown } | null };
  return clientId === id || partner?.id === id;
}

/** Replaces the person's address in a text. */
export function withoutAddress(text: string, { address }: Person, instead: string): string {
  if (address === null) return text;
  let after = text;
  for (const at of placesOf(text, address).toReversed()) after = after.slice(0, at) + instead + after.slice(at + address.length);
  return after;
}

/** Whether any string within a value, including field names, passes. */
function hasText(value: unknown, passes: (text: string) => boolean): boolean {
  if (typeof value === 'string') return passes(value);
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Uint8Array) return false;
  if (value instanceof Set) return hasText([...value], passes);
  if (Array.isArray(value)) return value.some(one => hasText(one, passes));
  return Object.entries(value).some(([name, inner]) => passes(name) || hasText(inner, passes));
}

interface Subject {
  userId?: unknown;
  email?: unknown;
  address?: unknown;
  request?: { userId?: unknown; email?: unknown };
}

const isAddress = (value: unknown, { address }: Person): boolean =>
  address !== null && typeof value === 'string' && value.trim().toLowerCase() === address;

/** Partition keys of the rate limit counters of the person's address or account. */
export const countersOf = ({ address, userId }: Person): string[] =>
  [
    ...(address === null ? [] : [windowOf('password', address), `resend#${address}`, `forgot#${address}`]),
    ...(userId ? [windowOf('code', userId)] : []),
  ].map(name => windowKey(name).pk);

/** What an item records: `data`, or the record in the `row` of one that is listed by name (store/listed.ts). */
export const recordOf = (item: Stored): unknown => item['data'] ?? (item.row as { record?: unknown } | undefined)?.record;

/** The relation of an item to a person; undefined: none. */
export function relationOf(item: Stored, person: Person): Relation | undefined {
  const { userId } = person;
  if ((item.kind as string | undefined) === undefined) return countersOf(person).includes(item.pk) ? 'theirs' : undefined;
  if (userId && item.pk === userPartition(userId)) return 'theirs';
  const data = (recordOf(item) ?? {}) as Subject;
  const users = [item['userId'], data.userId, data.request?.userId];
  if (userId && users.includes(userId)) return 'theirs';
  if ([data.email, data.address, data.request?.email].some(one => isAddress(one, person))) return 'theirs';
  const isParty = item.kind === 'client' || item.kind === 'supplier';
  if (isParty && (isTheirs(data as Recognized, person) || isOfClient(item, person))) return 'theirs';
  if (isOfClient(item, person) || hasText(item, text => statesPerson(text, person))) return 'named';
  return userId && hasText(item, text => text.includes(userId)) ? 'id' : undefined;
}

/** The smallest objects within an item that contain the address or the account id: a party, a person, the record of a mail. */
export function excerptsOf(item: Stored, person: Person): unknown[] {
  const found = new Set<unknown>();
  const visit = (value: unknown, within: object): void => {
    if (typeof value === 'string') {
      if (statesPerson(value, person) || value === person.userId || value === person.client?.id) found.add(within);
    } else if (Array.isArray(value)) for (const one of value) visit(one, within);
    else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) visit(inner, value);
  };
  // `row` repeats parts of `data`: it is only searched when `data` has no match.
  const { row, ...rest } = item;
  visit(rest, rest);
  if (found.size === 0) visit(row, item);
  return [...found];
}
