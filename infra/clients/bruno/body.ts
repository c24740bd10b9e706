import { isObject, type JsonObject } from '../../openapi/json.ts';

const TEXTS: Record<string, string> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  uuid: '00000000-0000-0000-0000-000000000000',
  email: 'name@example.com',
  uri: 'https://example.com',
};

/** Schemas refer to each other, but no request is deeper. */
const DEEPEST = 8;

/**
 * A JSON body to begin with: the fields that the schema requires. The optional ones are comments, which Bruno does not send: an empty text
 * would clear a field.
 */
export function bodyText(schema: JsonObject, schemas: Schemas): string {
  const object = resolved(schema, schemas);
  if (!isObject(object['properties'])) return JSON.stringify(beginning(schema, schemas), null, 2);
  const { properties, required = [] } = object as { properties: Schemas; required?: string[] };
  const [sent, optional] = [true, false].map(wanted =>
    Object.entries(properties).filter(([name]) => required.includes(name) === wanted),
  ) as [Field[], Field[]];
  const comments = optional.map(([name, field]) => `  // ${JSON.stringify(name)}: ${JSON.stringify(beginning(field, schemas))},`);
  const fields = sent.map(([name, field]) => `  ${JSON.stringify(name)}: ${indented(beginning(field, schemas))}`).join(',\n');
  return ['{', ...comments, ...(fields === '' ? [] : [fields]), '}'].join('\n');
}

type Schemas = Record<string, JsonObject>;
type Field = [name: string, schema: JsonObject];

const indented = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');

/** The schema that references and alternatives lead to; of several the first. */
function resolved(schema: JsonObject, schemas: Schemas): JsonObject {
  const { $ref, anyOf, oneOf = anyOf } = schema;
  if (typeof $ref === 'string') return resolved(schemas[$ref.replace('#/components/schemas/', '')] ?? {}, schemas);
  return Array.isArray(oneOf) ? resolved(oneOf[0] as JsonObject, schemas) : schema;
}

/** A value to begin with for a schema: the first that it may have; of an object the fields that it requires. */
export function beginning(schema: JsonObject, schemas: Schemas, depth = 0): unknown {
  const found = resolved(schema, schemas);
  const { const: fixed, enum: values, default: byDefault, type, minimum = 0 } = found;
  for (const value of [byDefault, fixed, (values as unknown[] | undefined)?.[0]]) if (value !== undefined) return value;
  switch (Array.isArray(type) ? (type[0] as unknown) : type) {
    case 'object': {
      const { properties = {}, required = [] } = found as { properties?: Schemas; required?: string[] };
      const sent = Object.entries(properties).filter(([name]) => required.includes(name));
      return Object.fromEntries(sent.map(([name, field]) => [name, beginning(field, schemas, depth + 1)]));
    }
    case 'array':
      return depth > DEEPEST ? [] : [beginning((found['items'] ?? {}) as JsonObject, schemas, depth + 1)];
    case 'integer':
    case 'number':
      return minimum;
    case 'boolean':
      return (found['not'] as JsonObject | undefined)?.['const'] === false;
    case 'string':
      return TEXTS[String(found['format'])] ?? '';
    default:
      return null;
  }
}
