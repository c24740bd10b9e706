import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { isObject, type JsonObject } from './json.ts';

/**
 * A zod schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1. Schemas with an `id` are added to `components` and referred to.
 *
 * @throws when two different schemas have the same id
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', components: JsonObject): JsonObject {
  // A schema with an id at the root would not become a reference.
  const wrapped: unknown = z.toJSONSchema(z.object({ root: schema }), { io, unrepresentable: 'any' });
  const { $defs = {}, properties } = wrapped as { $defs?: Record<string, JsonObject>; properties: { root: JsonObject } };
  for (const [name, { id: _id, ...definition }] of Object.entries($defs)) {
    const shown = cleaned(definition);
    if (components[name] && !isDeepStrictEqual(components[name], shown)) throw new Error(`Two schemas have the id ${name}.`);
    components[name] = shown;
  }
  return cleaned(properties.root);
}

/** Applies a function to each schema directly inside of a schema. */
export function mapSchemas(schema: JsonObject, change: (inner: JsonObject, name?: string) => unknown): JsonObject {
  const applied = (value: unknown): unknown => (isObject(value) ? change(value) : value);
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties') {
        const entries = Object.entries(value as Record<string, JsonObject>).map(([name, inner]) => [name, change(inner, name)]);
        return [key, Object.fromEntries(entries.filter(([, inner]) => inner !== undefined))];
      }
      if (['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(key)) return [key, (value as unknown[]).map(applied)];
      return ['items', 'additionalProperties', 'not'].includes(key) ? [key, applied(value)] : [key, value];
    }),
  );
}

/**
 * The schema as the document shows it: with `documented` (shared/base/kernel/fields.ts) in place of what zod derives, without fields that
 * are `hidden`, and in the shortest form.
 */
function cleaned(schema: JsonObject): JsonObject {
  const { documented, ...derived } = schema;
  const { default: byDefault, description } = derived;
  const stated = isObject(documented)
    ? { ...documented, ...(byDefault !== undefined && { default: byDefault }), ...(description !== undefined && { description }) }
    : derived;
  const shown = mapSchemas(stated, inner => (inner['hidden'] ? undefined : cleaned(inner)));
  return nullable(withoutFixedTruth(withNamedKeys(withoutNoise(shown))));
}

/**
 * Always true as a truth value that is not false: openapi-generator makes an enumeration of `const`, and its Java has one of texts there,
 * which does not compile.
 */
function withoutFixedTruth({ const: fixed, ...rest }: JsonObject): JsonObject {
  if (fixed === undefined) return rest;
  return rest['type'] === 'boolean' ? { ...rest, not: { const: !fixed } } : { ...rest, const: fixed };
}

/** The patterns of formats are a screen long, and the limits of JavaScript's integers mean nothing to clients. */
function withoutNoise({ pattern, $ref, minimum, maximum, propertyNames, additionalProperties, ...rest }: JsonObject): JsonObject {
  return {
    ...($ref !== undefined && { $ref: String($ref).replace('#/$defs/', '#/components/schemas/') }),
    ...rest,
    ...(pattern !== undefined && rest['format'] === undefined && { pattern }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...(isObject(propertyNames) && propertyNames['enum'] !== undefined && { propertyNames }),
    ...(additionalProperties !== undefined && {
      additionalProperties: isDeepStrictEqual(additionalProperties, {}) ? true : additionalProperties,
    }),
  };
}

/** A map whose keys are known as an object with these properties: zod requires keys that it does not define. */
function withNamedKeys({ propertyNames, additionalProperties, ...rest }: JsonObject): JsonObject {
  if (!isObject(propertyNames)) return { ...rest, ...(additionalProperties !== undefined && { additionalProperties }) };
  const names = propertyNames['enum'] as string[];
  return {
    ...rest,
    properties: Object.fromEntries(names.map(name => [name, additionalProperties])),
    additionalProperties: false,
  };
}

/** `anyOf` of one type and null as one schema of two types, except for enumerations. */
function nullable({ anyOf, ...rest }: JsonObject): JsonObject {
  if (!Array.isArray(anyOf)) return rest;
  const branches = (anyOf as JsonObject[]).flatMap(branch =>
    Object.keys(branch).length === 1 && Array.isArray(branch['anyOf']) ? (branch['anyOf'] as JsonObject[]) : [branch],
  );
  const others = branches.filter(branch => branch['type'] !== 'null');
  const [only] = others;
  if (others.length === branches.length || others.length > 1 || typeof only?.['type'] !== 'string')
    return { ...rest, anyOf: branches };
  const { type, enum: values, const: fixed, ...schema } = only;
  // Generators fail at an enumeration that has null, or that is of two types.
  if (values !== undefined || fixed !== undefined)
    return { ...rest, anyOf: [only, ...branches.filter(branch => branch !== only)] };
  return { ...schema, type: [type, 'null'], ...rest };
}
