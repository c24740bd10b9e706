import { presentInstant } from './clock.ts';

/** What all records have in answers, and the order of keys: DynamoDB returns those of a map in any order, also in nested maps. */

/** The fields that every record has in API responses; its id appears under both `uuid` and `id`. */
export const presentRecord = (record: { id: string; createdAt: string; updatedAt: string }) => ({
  uuid: record.id,
  id: record.id,
  createdAt: presentInstant(record.createdAt),
  updatedAt: presentInstant(record.updatedAt),
});

const compare = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : a > b ? 1 : 0);

/** A replacer for JSON.stringify: the keys of each object in the order of their UTF-16 units (RFC 8785 §3.2.3). */
const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(compare))
    : value;

/** JSON that is equal for equal values, whatever the order of their keys: for hashes and comparisons. */
export const sortedJson = (value: unknown): string => JSON.stringify(value, sorted);

/** A copy of a map with sorted keys, also of the maps in it: for answers that show a map whose keys no schema orders. */
export const inKeyOrder = <T>(value: T): T => (value === undefined ? value : (JSON.parse(sortedJson(value)) as T));
