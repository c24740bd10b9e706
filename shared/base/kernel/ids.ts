import { createHash, randomBytes, randomInt } from 'node:crypto';
import { v7, validate } from 'uuid';
import { now } from './clock.ts';

declare const scope: unique symbol;
/**
 * The id of a company to which access was checked, by which its records are read. Admission and messages provide it, and a record has that
 * of its own company (store/company-scope.ts).
 */
export type CompanyId = string & { readonly [scope]: 'company' };

let last = { msecs: 0, seq: 0 };

/**
 * A new resource identifier: UUID v7, so that ids sort by creation (REQ-17). A counter keeps the order of ids
 * that a process makes within one millisecond, such as those of timeline entries (RFC 9562 §6.2, method 1).
 */
export function newId(): string {
  const msecs = now().getTime();
  last = { msecs, seq: msecs === last.msecs ? last.seq + 1 : randomInt(2 ** 30) };
  return v7(last);
}

/** The one id, of a form as `newId`, that follows from the id of another record: what has it is found without a search. @param what it is */
export const derivedId = (id: string, what: string): string =>
  v7({
    msecs: Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16),
    random: createHash('sha256').update(`${what}#${id}`).digest(),
  });

/**
 * An id that begins with a day (UTC) in place of the moment of creation, so that records of a period have neighbouring keys. Within a day ids sort by the time of
 * day at which they were made; one that follows from a text is the first of its day, and always the same.
 *
 * @param day `YYYY-MM-DD`
 */
export const idOfDay = (day: string, from?: string): string => {
  const msecs = Date.parse(day);
  if (from !== undefined) return v7({ msecs, random: createHash('sha256').update(from).digest() });
  return v7({ msecs: msecs + (now().getTime() % 86_400_000), random: randomBytes(16) });
};

/** The lowest id (UUID v7) of the millisecond of an instant; the highest with the filler `f`. */
export function firstIdAt(at: string | Date, filler: '0' | 'f' = '0'): string {
  const hex = new Date(at).getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-${filler.repeat(4)}-${filler.repeat(4)}-${filler.repeat(12)}`;
}

/** The instant at which an id (UUID v7) was made. */
export const instantOfId = (id: string): string => new Date(Number.parseInt(id.slice(0, 13).replace('-', ''), 16)).toISOString();

/** Whether the text is a UUID in canonical form. */
export const isId = (text: string): boolean => validate(text);

/** `bytes` random bytes in lower-case hex. */
export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** SHA-256 in lower-case hex. Tokens of high entropy are stored and looked up by it. */
export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** The shard of an id, from 0 to `shards` - 1, by a hash of the id: UUIDs v7 of the same moment share a prefix. @param shards at most 256 */
export const shardOf = (id: string, shards: number): number => (createHash('sha256').update(id).digest()[0] ?? 0) % shards;
