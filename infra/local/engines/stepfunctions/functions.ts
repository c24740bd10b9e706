import { createHash, randomInt, randomUUID } from 'node:crypto';
import jsonata from 'jsonata';

const HASHES: Record<string, string> = {
  MD5: 'md5',
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
};

/** The most items that `$range` makes, as `States.ArrayRange` does. */
const LONGEST_RANGE = 1000;

const formatMillis = jsonata('$fromMillis($millis, $picture, $zone)');

/**
 * The functions that Step Functions adds to JSONata or changes, by their names there. `$now` and `$millis` tell the
 * time of the local clock.
 * Source: Step Functions developer guide, "Transforming data with JSONata", JSONata functions provided by Step Functions.
 * @param instant milliseconds since the epoch at which the evaluation began
 */
export function stepFunctionsExtras(instant: number): Record<string, unknown> {
  return {
    parse: (text: unknown): unknown => JSON.parse(string('$parse', text)),
    uuid: (): string => randomUUID(),
    hash,
    range,
    partition,
    random,
    millis: (): number => instant,
    now: (picture?: string, zone?: string): unknown =>
      picture === undefined && zone === undefined
        ? new Date(instant).toISOString()
        : formatMillis.evaluate(undefined, { millis: instant, picture, zone }),
  };
}

function hash(text: unknown, algorithm: unknown): string {
  const name = HASHES[string('$hash', algorithm)];
  if (name === undefined) throw new TypeError(`$hash knows ${Object.keys(HASHES).join(', ')}.`);
  return createHash(name).update(string('$hash', text)).digest('hex');
}

function range(first: unknown, last: unknown, step: unknown): number[] {
  const [from, to, by] = [integer('$range', first), integer('$range', last), integer('$range', step)];
  if (by === 0) throw new RangeError('$range takes a step that is not 0.');
  const length = Math.max(0, Math.floor((to - from) / by) + 1);
  if (length > LONGEST_RANGE) throw new RangeError(`$range makes ${LONGEST_RANGE} items at most.`);
  return Array.from({ length }, (_, index) => from + index * by);
}

function partition(items: unknown, size: unknown): unknown[][] {
  const chunk = integer('$partition', size);
  if (!Array.isArray(items) || chunk < 1) throw new TypeError('$partition takes an array and a chunk size of 1 or more.');
  const list: unknown[] = items;
  return Array.from({ length: Math.ceil(list.length / chunk) }, (_, index) => list.slice(index * chunk, (index + 1) * chunk));
}

/** In [0, 1); the same seed gives the same number. */
function random(seed?: unknown): number {
  const bits = 2 ** 32;
  if (seed === undefined) return randomInt(bits) / bits;
  return (
    createHash('sha256')
      .update(String(integer('$random', seed)))
      .digest()
      .readUInt32BE() / bits
  );
}

function string(name: string, value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`${name} takes a string here.`);
  return value;
}

function integer(name: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value)) throw new TypeError(`${name} takes a whole number here.`);
  return value;
}
