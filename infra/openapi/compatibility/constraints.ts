import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../json.ts';
import { breaking, type Change, type Direction, harmless, shown } from './change.ts';

/** Keywords that other rules compare. */
const ELSEWHERE = [
  'type',
  'enum',
  'const',
  'properties',
  'required',
  'items',
  'additionalProperties',
  'default',
  'deprecated',
  '$ref',
  'anyOf',
  'oneOf',
];

const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

/** Compares what two schemas of one type say about its values: enumerations, bounds, and all other keywords, such as `format`. */
export function compareConstraints(before: JsonObject, after: JsonObject, direction: Direction, place: string): Change[] {
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    key => !ELSEWHERE.includes(key) && !isDeepStrictEqual(before[key], after[key]),
  );
  return [
    ...values(before, after, direction, place),
    ...openness(before, after, direction, place),
    ...keywords.map(key => {
      const what = `${key} changed from ${shown(before[key])} to ${shown(after[key])} in ${direction}s`;
      const effects = effectOf(key, before[key], after[key]);
      return effects.includes(direction === 'request' ? 'fewer' : 'more') ? breaking(place, what) : harmless(place, what);
    }),
    ...(after['deprecated'] && !before['deprecated'] ? [harmless(place, `deprecated in ${direction}s`)] : []),
  ];
}

/** Whether a changed keyword allows values that it did not (`more`), or no longer allows some (`fewer`). Of unknown keywords it may be both. */
function effectOf(key: string, before: unknown, after: unknown): ('more' | 'fewer')[] {
  if (before === undefined) return ['fewer'];
  // A list that is always empty keeps the place of one: as with enumerations, clients must expect what is in it.
  if (key === 'maxItems' && before === 0) return [];
  if (after === undefined) return ['more'];
  if (LOWER_BOUNDS.includes(key)) return [Number(after) > Number(before) ? 'fewer' : 'more'];
  if (UPPER_BOUNDS.includes(key)) return [Number(after) < Number(before) ? 'fewer' : 'more'];
  return ['more', 'fewer'];
}

const valuesOf = ({
  const: fixed,
  enum: listed = fixed === undefined ? undefined : [fixed],
}: JsonObject): unknown[] | undefined => listed as unknown[] | undefined;

/** Enumerations. Clients must expect new values in responses, as long as they still meet some that they know. */
function values(before: JsonObject, after: JsonObject, direction: Direction, place: string): Change[] {
  const [old, current] = [valuesOf(before), valuesOf(after)];
  if (isDeepStrictEqual(old, current)) return [];
  if (old === undefined) {
    const what = `only ${shown(...(current ?? []))} in ${direction}s`;
    return [direction === 'request' ? breaking(place, what) : harmless(place, what)];
  }
  if (current === undefined) return [harmless(place, `any value in ${direction}s, instead of ${shown(...old)}`)];
  const removed = old.filter(value => !current.includes(value));
  const added = current.filter(value => !old.includes(value));
  const others = removed.length === old.length;
  return [
    ...(removed.length > 0
      ? [(direction === 'request' || others ? breaking : harmless)(place, `no longer ${shown(...removed)} in ${direction}s`)]
      : []),
    ...(added.length > 0 ? [harmless(place, `can also be ${shown(...added)} in ${direction}s`)] : []),
  ];
}

/** Whether an object has fields that its schema does not name. In responses clients must expect them. */
function openness(before: JsonObject, after: JsonObject, direction: Direction, place: string): Change[] {
  const [old, current] = [before['additionalProperties'] ?? true, after['additionalProperties'] ?? true];
  const [wasOpen, isOpen] = [old !== false, current !== false];
  if (wasOpen === isOpen) {
    const typed = current !== true && old === true;
    const freed = current === true && old !== true;
    if (!typed && !freed) return [];
    const what = `other fields ${typed ? 'have one type' : 'are anything'} now in ${direction}s`;
    return [typed === (direction === 'request') ? breaking(place, what) : harmless(place, what)];
  }
  if (isOpen) return [harmless(place, `other fields are possible in ${direction}s`)];
  const what = `no other fields in ${direction}s any more`;
  return [direction === 'request' || old !== true ? breaking(place, what) : harmless(place, what)];
}
