import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { DICTIONARIES } from './dictionaries.ts';

/**
 * The attributes of an item that nothing but this program reads may be stored packed: JSON, deflated with a dictionary of the texts that
 * records have in common, such as their field names. A header of 4 kB takes 1 kB, and a write is charged by the kilobyte
 * (docs/adr/0036-packed-data.md). No expression of DynamoDB sees into packed attributes.
 *
 * The first byte is the number of the dictionary, so that what was packed with an earlier one stays readable.
 */
const PACKED = ['data', 'row', 'webhooks'] as const;

/** The dictionary for what is packed now: the last one. */
const LATEST = DICTIONARIES.length;

/** Packs a value of JSON. */
export function toPacked(value: unknown): Uint8Array {
  const deflated = deflateRawSync(JSON.stringify(value), { level: 9, dictionary: dictionary(LATEST) });
  return Buffer.concat([Uint8Array.of(LATEST), deflated]);
}

/** Packed attributes that cannot be unpacked: they were changed outside of the service. */
export class DamagedItem extends Error {
  override name = 'DamagedItem';
}

/** @throws an error of zlib or JSON, or for an unknown dictionary */
export function fromPacked(packed: Uint8Array): unknown {
  return JSON.parse(inflateRawSync(packed.subarray(1), { dictionary: dictionary(packed[0] ?? 0) }).toString());
}

/** An item that was read, with its packed attributes unpacked. @throws DamagedItem */
export function unpacked<T extends Record<string, unknown>>(item: T): T {
  const packed = PACKED.filter(name => item[name] instanceof Uint8Array);
  if (packed.length === 0) return item;
  try {
    return { ...item, ...Object.fromEntries(packed.map(name => [name, fromPacked(item[name] as Uint8Array)])) };
  } catch (cause) {
    throw new DamagedItem(`Packed attributes of ${String(item['sk'])} cannot be unpacked.`, { cause });
  }
}

function dictionary(number: number): Buffer {
  const found = DICTIONARIES[number - 1];
  if (!found) throw new Error(`There is no dictionary ${number}.`);
  return found;
}
