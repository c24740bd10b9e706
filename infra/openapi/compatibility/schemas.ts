import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../json.ts';
import { breaking, type Change, type Direction, harmless, matched, shown } from './change.ts';
import { compareConstraints } from './constraints.ts';
import { paired, referred, type Schemas, type Variant, variantName, variantsOf } from './variants.ts';

/** Two versions of a schema, with their direction and place. */
export type CompareSchemas = (old: JsonObject, current: JsonObject, direction: Direction, place: string) => Change[];

/**
 * Compares schemas of two documents. One rule decides: what a client may send must not shrink, and what it may receive must not grow.
 * Exceptions: additional fields and additional values of enumerations in responses, which clients must expect; and fields removed from
 * requests, which are ignored then. Changes inside of a named schema are reported once for each direction, under its name.
 */
export function schemaComparison(old: Schemas, current: Schemas): CompareSchemas {
  const seen = new Set<string>();

  const compare: CompareSchemas = (before, after, direction, place) => {
    const [from, to] = [referred(before), referred(after)];
    if (from === undefined || to === undefined)
      return defaults(before, after, direction, place).concat(alternatives(before, after, direction, place));
    const key = `${direction} ${from} ${to}`;
    const isNew = !seen.has(key);
    seen.add(key);
    const inside = isNew ? compare(old[from] ?? {}, current[to] ?? {}, direction, to) : [];
    return [...defaults(before, after, direction, place), ...inside];
  };

  function alternatives(before: JsonObject, after: JsonObject, direction: Direction, place: string): Change[] {
    const { pairs, removed, added } = paired(variantsOf(before, old), variantsOf(after, current));
    const within = pairs.flatMap(([one, other]) =>
      one.name !== undefined && other.name !== undefined
        ? compare({ $ref: one.name }, { $ref: other.name }, direction, place)
        : ofOneType(one, other, direction, place),
    );
    return [...replaced(removed, added, direction, place), ...within];
  }

  function ofOneType(one: Variant, other: Variant, direction: Direction, place: string): Change[] {
    const before = one.schema;
    const after = other.schema;
    return [
      ...(one.type === other.type ? [] : numberKind(other.type, direction, place)),
      ...compareConstraints(before, after, direction, place),
      ...fields(before, after, direction, place),
      ...elements(before, after, direction, place),
    ];
  }

  function fields(before: JsonObject, after: JsonObject, direction: Direction, place: string): Change[] {
    const of = (schema: JsonObject): Schemas => (schema['properties'] ?? {}) as Schemas;
    const required = (schema: JsonObject, name: string): boolean => ((schema['required'] ?? []) as string[]).includes(name);
    const { removed, added, kept } = matched(of(before), of(after));
    return [
      ...removed.map(name => breaking(`${place}.${name}`, `removed from ${direction}s`)),
      ...added.map(name =>
        direction === 'request' && required(after, name)
          ? breaking(`${place}.${name}`, 'added to requests, and required')
          : harmless(`${place}.${name}`, `added to ${direction}s`),
      ),
      ...kept.flatMap(([name, one, other]) => [
        ...presence(required(before, name), required(after, name), direction, `${place}.${name}`),
        ...compare(one, other, direction, `${place}.${name}`),
      ]),
    ];
  }

  function elements(before: JsonObject, after: JsonObject, direction: Direction, place: string): Change[] {
    const [items, map] = ['items', 'additionalProperties'].map(key => [before[key], after[key]] as const);
    return [
      ...(items && isObject(items[0]) && isObject(items[1]) ? compare(items[0], items[1], direction, `${place}[]`) : []),
      ...(map && isObject(map[0]) && isObject(map[1]) ? compare(map[0], map[1], direction, `${place}.*`) : []),
    ];
  }

  return compare;
}

function replaced(removed: Variant[], added: Variant[], direction: Direction, place: string): Change[] {
  const names = (variants: Variant[]): string => variants.map(variantName).join(', ');
  const anything = (variants: Variant[]): boolean => variants.some(({ type }) => type === 'any');
  if (direction === 'request' ? anything(added) : anything(removed))
    return [harmless(place, `changed from ${names(removed)} to ${names(added)} in ${direction}s`)];
  if (removed.length > 0 && added.length > 0)
    return [breaking(place, `changed from ${names(removed)} to ${names(added)} in ${direction}s`)];
  if (removed.length > 0)
    return [
      direction === 'request'
        ? breaking(place, `cannot be ${names(removed)} any more in requests`)
        : harmless(place, `is never ${names(removed)} any more in responses`),
    ];
  if (added.length === 0) return [];
  return [
    direction === 'request'
      ? harmless(place, `can also be ${names(added)} in requests`)
      : breaking(place, `may also be ${names(added)} in responses`),
  ];
}

const numberKind = (type: string, direction: Direction, place: string): Change[] =>
  (type === 'integer') === (direction === 'request')
    ? [breaking(place, `changed to \`${type}\` in ${direction}s`)]
    : [harmless(place, `changed to \`${type}\` in ${direction}s`)];

function presence(before: boolean, after: boolean, direction: Direction, place: string): Change[] {
  if (before === after) return [];
  if (direction === 'request')
    return [after ? breaking(place, 'required in requests now') : harmless(place, 'optional in requests now')];
  return [after ? harmless(place, 'always present in responses now') : breaking(place, 'no longer always present in responses')];
}

/** A field that a client leaves out means something else when its default changes. */
function defaults(before: JsonObject, after: JsonObject, direction: Direction, place: string): Change[] {
  const [from, to] = [before['default'], after['default']];
  if (direction === 'response' || isDeepStrictEqual(from, to)) return [];
  return from === undefined
    ? [harmless(place, `has the default ${shown(to)} now`)]
    : [breaking(place, `default changed from ${shown(from)} to ${shown(to)}`)];
}
