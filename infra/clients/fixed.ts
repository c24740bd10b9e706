import { isObject, type JsonObject } from '../openapi/json.ts';

/** The only values of a schema that has some: those of `enum`, that of `const`, or, of a truth value that is not one, the other. */
export function fixedValues(schema: JsonObject): unknown[] | undefined {
  if (Array.isArray(schema['enum'])) return schema['enum'].filter(value => value !== null);
  if ('const' in schema) return [schema['const']];
  const { not } = schema;
  return isObject(not) && typeof not['const'] === 'boolean' ? [!not['const']] : undefined;
}
