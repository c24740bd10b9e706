import { buffer } from 'node:stream/consumers';
import { seededRandom } from '../../faults/faults.ts';
import { textOf, type WireAnswer } from './wire-answer.ts';

/**
 * Answers whose maps have another order of keys at each read: DynamoDB keeps no order of attributes, not even in nested maps, while the
 * local engine returns them as they were written. What depends on the order fails here already.
 *
 * @param seed determines the orders of a run
 */
export function shuffledAnswers(seed = 1): (answer: WireAnswer) => Promise<WireAnswer> {
  const random = seededRandom(seed);
  /** Fisher-Yates. */
  const shuffled = <T>(list: T[]): T[] => {
    for (let last = list.length - 1; last > 0; last--) {
      const other = Math.floor(random() * (last + 1));
      [list[last], list[other]] = [list[other] as T, list[last] as T];
    }
    return list;
  };
  // The order of keys means nothing anywhere in the wire protocol.
  const reordered = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(shuffled(Object.entries(value)))
      : value;
  return async answer => {
    const bytes = answer.body instanceof Uint8Array ? answer.body : await buffer(answer.body as NodeJS.ReadableStream);
    if (bytes.length === 0) return { ...answer, body: bytes };
    const body = Buffer.from(JSON.stringify(JSON.parse(textOf(bytes), reordered)));
    // The engine's checksum is that of its own bytes.
    const { 'x-amz-crc32': _, ...headers } = answer.headers;
    return { ...answer, headers: { ...headers, 'content-length': String(body.length) }, body };
  };
}
