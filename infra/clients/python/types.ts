import { isObject, type JsonObject } from '../../openapi/json.ts';
import { fixedValues } from '../fixed.ts';
import { nameOf } from '../operations.ts';
import { oneLine, pascal } from '../words.ts';

/** Writes the schemas of the document as Python types: a `TypedDict` for each object. */
export interface PythonTypes {
  /**
   * The type of a schema as it stands in an annotation.
   * @param name of a new class, where the schema is an object without a name
   * @param prefix of the names of classes, such as that of their module
   */
  typeOf(schema: JsonObject, name: string, prefix?: string): string;
  /** The definitions of all types. */
  definitions(): string;
}

const KEYWORDS = new Set([
  'from',
  'class',
  'import',
  'global',
  'in',
  'is',
  'as',
  'pass',
  'def',
  'return',
  'None',
  'True',
  'False',
]);

/** @param schemas the schemas that have a name */
export function pythonTypes(schemas: readonly [string, JsonObject][]): PythonTypes {
  const definitions = new Map<string, string>();
  const names = new Map<JsonObject, string>();
  const taken = new Set(schemas.map(([name]) => name));

  const typeOf = (schema: JsonObject, name: string, prefix = ''): string => {
    const types = Array.isArray(schema['type']) ? (schema['type'] as string[]) : [schema['type']];
    if (typeof schema['$ref'] === 'string') return prefix + nameOf(schema['$ref']);
    const fixed = fixedValues(schema);
    if (fixed) return union([literal(fixed), ...nullOf(types)]);
    if (types.includes('object')) return union([objectOf(schema, name, prefix), ...nullOf(types)]);
    const choices = (schema['anyOf'] ?? schema['oneOf']) as JsonObject[] | undefined;
    if (choices) return union(choices.map(one => typeOf(one, name, prefix)));
    return union(types.map(type => simple(type, schema, name, prefix)));
  };
  const simple = (type: unknown, schema: JsonObject, name: string, prefix: string): string => {
    if (type === 'array') return `List[${typeOf((schema['items'] ?? {}) as JsonObject, `${name}Item`, prefix)}]`;
    if (type === 'string') return schema['format'] === 'binary' ? 'bytes' : 'str';
    return { number: 'float', integer: 'int', boolean: 'bool', null: 'None' }[String(type)] ?? 'Any';
  };
  const objectOf = (schema: JsonObject, name: string, prefix: string): string => {
    if (schema['properties']) return prefix + (names.get(schema) ?? define(schema, unused(name)));
    const { additionalProperties: values } = schema;
    return `Dict[str, ${isObject(values) ? typeOf(values, `${name}Value`, prefix) : 'Any'}]`;
  };
  const unused = (name: string): string => {
    let free = name;
    for (let count = 2; taken.has(free); count++) free = `${name}${count}`;
    taken.add(free);
    return free;
  };
  const define = (schema: JsonObject, name: string): string => {
    names.set(schema, name);
    const required = new Set((schema['required'] ?? []) as string[]);
    const fields = Object.entries(schema['properties'] as Record<string, JsonObject>).map(([field, value]) => {
      const type = typeOf(value, name + pascal(field));
      return { field, type: required.has(field) ? type : `NotRequired[${type}]`, text: documentation(value['description']) };
    });
    definitions.set(name, fields.some(({ field }) => isNoName(field)) ? asCall(name, fields) : asClass(name, schema, fields));
    return name;
  };

  for (const [name, schema] of schemas) {
    if (schema['properties']) define(schema, name);
    else definitions.set(name, `${name} = ${quoted(typeOf(schema, `${name}Value`))}`);
  }
  return { typeOf, definitions: () => [...definitions.values()].join('\n\n\n') };
}

interface Field {
  field: string;
  type: string;
  text: string;
}

function asClass(name: string, schema: JsonObject, fields: Field[]): string {
  const lines = fields.flatMap(({ field, type, text }) => [`    ${field}: ${type}`, ...(text === '' ? [] : [`    ${text}`])]);
  const text = documentation(schema['description']);
  return [`class ${name}(TypedDict):`, ...(text === '' ? [] : [`    ${text}`, '']), ...lines].join('\n');
}

/** Whether a field is no name in Python: a keyword, or other than letters, digits and `_`, such as `0-30`. */
const isNoName = (field: string): boolean => KEYWORDS.has(field) || !/^[A-Za-z_]\w*$/.test(field);

/** A field that is no name in Python cannot stand in a class. */
const asCall = (name: string, fields: Field[]): string =>
  [`${name} = TypedDict("${name}", {`, ...fields.map(({ field, type }) => `    "${field}": ${quoted(type)},`), '})'].join('\n');

/** Types that stand outside of annotations are texts: they may name what comes later in the file. */
const quoted = (type: string): string => JSON.stringify(type).replaceAll('\\"', "'");

const literal = (values: unknown[]): string => `Literal[${values.map(value => python(value)).join(', ')}]`;

const python = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : value === null ? 'None' : JSON.stringify(value);

const nullOf = (types: unknown[]): string[] => (types.includes('null') ? ['None'] : []);

/** One of several types. */
export const union = (types: string[]): string => {
  const different = [...new Set(types.flatMap(type => (type.includes('[') ? [type] : type.split(' | '))))];
  return different.includes('Any') ? 'Any' : different.join(' | ');
};

/** A text as a docstring. */
export const documentation = (text: unknown): string => {
  const line = oneLine(text).replaceAll('\\', '\\\\').replaceAll('"""', "'''");
  return line === '' ? '' : `"""${line.endsWith('"') ? `${line} ` : line}"""`;
};
