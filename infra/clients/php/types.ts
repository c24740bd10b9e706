import { isObject, type JsonObject } from '../../openapi/json.ts';
import { fixedValues } from '../fixed.ts';
import { nameOf } from '../operations.ts';

/** The type of a schema as PHPStan and editors read it in PHPDoc: array shapes, lists, literal texts. Schemas with a name are type aliases. */
export function phpType(schema: JsonObject): string {
  const types = Array.isArray(schema['type']) ? (schema['type'] as string[]) : [schema['type']];
  if (typeof schema['$ref'] === 'string') return nameOf(schema['$ref']);
  const fixed = fixedValues(schema);
  if (fixed) return union([...fixed.map(literal), ...nullOf(types)]);
  if (types.includes('object')) return union([objectOf(schema), ...nullOf(types)]);
  const choices = (schema['anyOf'] ?? schema['oneOf']) as JsonObject[] | undefined;
  if (choices) return union(choices.map(phpType));
  return union(types.map(type => simple(type, schema)));
}

/** The aliases of other schemas that a type names. */
export const aliasesIn = (schema: unknown): string[] => {
  if (Array.isArray(schema)) return schema.flatMap(aliasesIn);
  if (!isObject(schema)) return [];
  const { $ref: reference, ...others } = schema;
  return [...(typeof reference === 'string' ? [nameOf(reference)] : []), ...Object.values(others).flatMap(aliasesIn)];
};

const nullOf = (types: unknown[]): string[] => (types.includes('null') ? ['null'] : []);

/** One of several types. */
export const union = (types: string[]): string => {
  const different = [...new Set(types)];
  return different.includes('mixed') ? 'mixed' : different.join('|');
};

function simple(type: unknown, schema: JsonObject): string {
  if (type === 'array') return `list<${phpType((schema['items'] ?? {}) as JsonObject)}>`;
  // Whole numbers come as int, also where others come as float.
  return { string: 'string', number: 'int|float', integer: 'int', boolean: 'bool', null: 'null' }[String(type)] ?? 'mixed';
}

function objectOf(schema: JsonObject): string {
  const { properties, required = [], additionalProperties: values } = schema;
  if (!properties) return `array<string, ${isObject(values) ? phpType(values) : 'mixed'}>`;
  const fields = Object.entries(properties as Record<string, JsonObject>).map(
    ([name, value]) => `${key(name)}${(required as string[]).includes(name) ? '' : '?'}: ${phpType(value)}`,
  );
  return `array{${fields.join(', ')}}`;
}

const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`);

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
