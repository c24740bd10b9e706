import { isObject, type JsonObject } from './json.ts';

type Schemas = Record<string, JsonObject>;

/**
 * The document with `oneOf` in place of `anyOf` where no value fits two of the alternatives: openapi-generator's typescript-fetch makes one
 * object with the fields of all of an `anyOf`, and fails at an answer that has those of one.
 */
export function withExclusiveAlternatives(document: JsonObject): JsonObject {
  const { schemas = {} } = (document['components'] ?? {}) as { schemas?: Schemas };
  const changed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(changed);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) =>
        // Examples are data.
        key === 'example' || key === 'examples'
          ? [key, inner]
          : [key === 'anyOf' && areExclusive(inner as JsonObject[], schemas) ? 'oneOf' : key, changed(inner)],
      ),
    );
  };
  return changed(document) as JsonObject;
}

/** Whether all are named objects of which each requires a field that the others do not have. */
function areExclusive(alternatives: readonly JsonObject[], schemas: Schemas): boolean {
  const objects = alternatives.map(({ $ref }) => schemas[String($ref).replace('#/components/schemas/', '')] ?? {});
  return (
    objects.length > 1 &&
    objects.every((one, place) => objects.every((other, elsewhere) => place === elsewhere || excludes(one, other)))
  );
}

/** Whether no value of the second schema is one of the first, which has no other fields than its own. */
function excludes({ properties = {}, additionalProperties }: JsonObject, { required = [] }: JsonObject): boolean {
  return additionalProperties === false && (required as string[]).some(name => !(name in (properties as object)));
}
