import { isObject, type JsonObject } from './json.ts';
import type { Parameter } from './parameters.ts';
import { webhooksOf } from './webhooks.ts';

/** What an area lacks descriptions of. */
export interface Undescribed {
  /** Operation ids. */
  operations: string[];
  /** `<operation id> <parameter>` */
  parameters: string[];
  /** Named schemas. */
  schemas: string[];
  /** `<schema>.<path>`; in a schema without name, the operation id stands in its place. */
  fields: string[];
}

type Components = Record<string, JsonObject>;

/** What has no description, by area: its operations, and everything in their bodies and responses. */
export function undescribed(document: JsonObject): Record<string, Undescribed> {
  const { paths, components } = document as {
    paths: Record<string, Record<string, JsonObject>>;
    components: { schemas: Components };
  };
  const found: Record<string, Undescribed> = {};
  for (const operation of Object.values({ ...paths, ...webhooksOf(document) }).flatMap(methods => Object.values(methods))) {
    const [area = ''] = operation['tags'] as string[];
    const id = String(operation['operationId']);
    const lacks = (found[area] ??= { operations: [], parameters: [], schemas: [], fields: [] });
    if (!operation['description']) lacks.operations.push(id);
    for (const { name, description } of operation['parameters'] as Parameter[])
      if (!description) lacks.parameters.push(`${id} ${name}`);
    const names = new Set<string>();
    const bodies = [operation['requestBody'], ...Object.values(operation['responses'] as JsonObject)].filter(isObject);
    for (const schema of bodies.flatMap(schemasOf)) lacks.fields.push(...fieldsOf(schema, id, names, components.schemas));
    // The set grows while it is read: named schemas lead to others.
    for (const name of names) {
      const schema = components.schemas[name] ?? {};
      if (!schema['description']) lacks.schemas.push(name);
      lacks.fields.push(...fieldsOf(schema, name, names, components.schemas));
    }
  }
  for (const lacks of Object.values(found))
    for (const part of ['schemas', 'fields'] as const) lacks[part] = [...new Set(lacks[part])].sort();
  return found;
}

const schemasOf = ({ content }: JsonObject): JsonObject[] =>
  isObject(content)
    ? Object.values(content).flatMap(media => (isObject(media) && isObject(media['schema']) ? [media['schema']] : []))
    : [];

/** The fields without description below a schema; the names of schemas that it refers to are added to `names`. */
function fieldsOf(schema: JsonObject, place: string, names: Set<string>, components: Components): string[] {
  const name = referred(schema);
  if (name !== undefined) names.add(name);
  const inner = ['anyOf', 'oneOf', 'allOf'].flatMap(key => (schema[key] as JsonObject[] | undefined) ?? []);
  const parts = [...inner, schema['items'], schema['additionalProperties']].filter(isObject);
  return [
    ...parts.flatMap(part => fieldsOf(part, place, names, components)),
    ...Object.entries((schema['properties'] as Components | undefined) ?? {}).flatMap(([key, field]) => [
      ...(isDescribed(field, components) ? [] : [`${place}.${key}`]),
      ...fieldsOf(field, `${place}.${key}`, names, components),
    ]),
  ];
}

const referred = ({ $ref }: JsonObject): string | undefined =>
  typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : undefined;

/** A field that holds a described schema, or a list of it, needs no words of its own. */
function isDescribed(field: JsonObject, components: Components): boolean {
  if (field['description']) return true;
  const variants = (field['anyOf'] as JsonObject[] | undefined)?.filter(variant => variant['type'] !== 'null') ?? [field];
  const held = variants.map(variant => referred(isObject(variant['items']) ? variant['items'] : variant));
  return held.every(name => name !== undefined && components[name]?.['description'] !== undefined);
}
