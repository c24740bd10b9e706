import type { JsonObject } from '../json.ts';
import { breaking, type Change, type Direction, harmless, matched } from './change.ts';
import type { CompareSchemas } from './schemas.ts';

type Parts = Record<string, JsonObject>;

/** What the comparison of operations needs of the two documents. */
export interface Sides {
  schemas: CompareSchemas;
  /** The response that a reference leads to. */
  old(response: JsonObject): JsonObject;
  current(response: JsonObject): JsonObject;
}

/** Compares the media types of a body, and their schemas. */
export function compareContent(
  before: JsonObject,
  after: JsonObject,
  direction: Direction,
  place: string,
  schemas: CompareSchemas,
): Change[] {
  const { removed, added, kept } = matched((before['content'] ?? {}) as Parts, (after['content'] ?? {}) as Parts);
  return [
    ...removed.map(type => breaking(place, `media type \`${type}\` removed`)),
    ...added.map(type => harmless(place, `media type \`${type}\` added`)),
    ...kept.flatMap(([, one, other]) =>
      schemas((one['schema'] ?? {}) as JsonObject, (other['schema'] ?? {}) as JsonObject, direction, place),
    ),
  ];
}

/** 2xx and 3xx, also as `2XX`. */
const succeeds = (status: string): boolean => /^[23]/.test(status);

/**
 * Compares the statuses of an operation with their bodies and headers. A client must expect any error; that one does not occur any more
 * breaks nothing.
 */
export function compareResponses(
  before: JsonObject,
  after: JsonObject,
  direction: Direction,
  place: string,
  sides: Sides,
): Change[] {
  const { removed, added, kept } = matched(before['responses'] as Parts, after['responses'] as Parts);
  return [
    ...removed.map(status =>
      (succeeds(status) || direction === 'request' ? breaking : harmless)(place, `status ${status} removed`),
    ),
    ...added.map(status => harmless(place, `status ${status} added`)),
    ...kept.flatMap(([status, one, other]) => {
      const [old, current] = [sides.old(one), sides.current(other)];
      return [
        ...headers(old, current, `${place}, ${status}`),
        ...compareContent(old, current, direction, `${place}, ${status}`, sides.schemas),
      ];
    }),
  ];
}

function headers(before: JsonObject, after: JsonObject, place: string): Change[] {
  const { removed, added } = matched((before['headers'] ?? {}) as Parts, (after['headers'] ?? {}) as Parts);
  return [
    ...removed.map(name => breaking(place, `header \`${name}\` removed`)),
    ...added.map(name => harmless(place, `header \`${name}\` added`)),
  ];
}
