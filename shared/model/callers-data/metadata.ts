import * as z from 'zod';
import { invalidFields } from '#shared/base/kernel/errors.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';

/**
 * Texts by key that a caller keeps on a record of the service, such as the id of an order in its shop (MET-1 to MET-9). They are shown to
 * callers, never printed, and mean nothing to the service. Pure.
 */
export type Metadata = Readonly<Record<string, string>>;

/** A change, key by key: null removes a key, and in place of the whole change all keys; undefined changes nothing. */
export type MetadataChange = Readonly<Record<string, string | null>> | null | undefined;

const MOST_KEYS = 20;
/** All keys and values together: 200 records of a list must fit into a response, which Lambda limits to 6 MB. Enough for 20 texts of 500 letters from A to Z. */
const MOST_BYTES = 16_384;
const LONGEST_KEY = 40;
const LONGEST_VALUE = 500;

const TOO_MANY = `must have at most ${MOST_KEYS} keys`;
const BAD_KEY = `must have keys of 1 to ${LONGEST_KEY} characters, without brackets and without spaces at the ends`;

/** Brackets enclose the key in the filter of lists, `metadata[key]=value`. */
const isKey = (key: string): boolean => key.length <= LONGEST_KEY && key !== '' && key.trim() === key && !/[[\]]/.test(key);

const hasKeys = (given: object): boolean => Object.keys(given).every(isKey);

const value = () => z.string('must be text').max(LONGEST_VALUE, `must have at most ${LONGEST_VALUE} characters`);

/** The field of request bodies; an empty text removes its key, as null does. */
export const metadataChange = () =>
  z
    .record(
      z.string(),
      value()
        .transform(text => text || null)
        .nullable(),
    )
    .refine(hasKeys, BAD_KEY)
    // A change may remove as many keys as it adds.
    .refine(given => Object.keys(given).length <= 2 * MOST_KEYS, `must name at most ${2 * MOST_KEYS} keys`)
    .nullish();

/** The field of answers and events: empty for none. */
export const metadataSchema = () => z.record(z.string(), z.string());

/** The filter of lists: records that have all these keys with exactly these values. */
export const metadataFilter = () =>
  z
    .record(z.string(), value(), 'must be given as metadata[key]=value')
    .refine(hasKeys, BAD_KEY)
    .refine(given => Object.keys(given).length <= MOST_KEYS, TOO_MANY)
    .optional();

/**
 * The record after a change of its metadata; keys that the change does not name stay. A record without any has no such member, as if it
 * had never had one.
 *
 * @throws 422 when it would have more than 20 keys, or more than 16 kB
 */
export function withMetadata<T extends { metadata?: Metadata }>(record: T, change: MetadataChange): T {
  if (change === undefined) return record;
  const { metadata, ...rest } = record;
  const kept = Object.entries({ ...(change && metadata), ...change })
    .filter((entry): entry is [string, string] => entry[1] !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (kept.length > MOST_KEYS)
    throw invalidFields({ metadata: [`${TOO_MANY}, and would have ${kept.length}: set keys to null to remove them`] });
  const bytes = Buffer.byteLength(JSON.stringify(kept));
  if (bytes > MOST_BYTES)
    throw invalidFields({ metadata: [`must have at most ${MOST_BYTES} bytes in all, and would have ${bytes}`] });
  return (kept.length > 0 ? { ...rest, metadata: Object.fromEntries(kept) } : rest) as T;
}

/** The entries of metadata as short words: the first 60 bits of a hash of each, for the rows of lists, which have to be small. */
export const metadataTerms = (metadata: Metadata): string[] =>
  Object.entries(metadata).map(entry =>
    Buffer.from(sha256(JSON.stringify(entry)), 'hex')
      .toString('base64url')
      .slice(0, 10),
  );

/** Whether metadata has all entries of a filter. */
export const hasMetadata = (metadata: Metadata | undefined, filter: Metadata): boolean =>
  Object.entries(filter).every(
    ([name, wanted]) => metadata !== undefined && Object.hasOwn(metadata, name) && metadata[name] === wanted,
  );
