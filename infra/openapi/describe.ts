import { COMMON_PARAMETERS } from './descriptions/common.ts';
import { DESCRIPTIONS } from './descriptions/index.ts';
import type { FieldDescriptions, OperationDescription, SchemaDescription } from './descriptions/model.ts';
import { isObject, type JsonObject, mapValues } from './json.ts';
import { mapSchemas } from './json-schema.ts';
import type { Parameter } from './parameters.ts';

/** The tables of all areas as one. */
const OPERATIONS = merged(area => area.operations);
const SCHEMAS = merged(area => area.schemas);

function merged<T>(part: (area: (typeof DESCRIPTIONS)[string]) => Record<string, T> | undefined): Record<string, T> {
  return Object.assign({}, ...Object.values(DESCRIPTIONS).map(part)) as Record<string, T>;
}

/** The document with the descriptions of its operations and schemas. */
export function describeDocument(document: JsonObject): JsonObject {
  const { paths, components } = document as { paths: Record<string, Record<string, JsonObject>>; components: JsonObject };
  const schemas = Object.entries(components['schemas'] as Record<string, JsonObject>);
  return {
    ...document,
    paths: mapValues(paths, methods => mapValues(methods, describeOperation)),
    components: {
      ...components,
      schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, describeSchema(schema, SCHEMAS[name])])),
    },
  };
}

function describeOperation(operation: JsonObject): JsonObject {
  const stated = OPERATIONS[String(operation['operationId'])];
  const about: OperationDescription = typeof stated === 'string' ? { description: stated } : (stated ?? { description: '' });
  const { operationId, summary, description: notes, ...rest } = operation;
  const texts = [about.description, notes].filter(text => typeof text === 'string' && text !== '');
  const content = (part: unknown): unknown => describeContent(part as JsonObject, about.fields ?? {});
  return {
    operationId,
    summary,
    // A description of the table first, then what follows from the definition: the limits of requests, and who is refused.
    ...(about.description !== '' && { description: texts.join('\n\n') }),
    ...rest,
    parameters: (operation['parameters'] as Parameter[]).map(parameter => ({
      ...parameter,
      description: about.parameters?.[parameter.name] ?? parameter.description ?? COMMON_PARAMETERS[parameter.name],
    })),
    ...(isObject(operation['requestBody']) && { requestBody: content(operation['requestBody']) }),
    responses: Object.fromEntries(
      Object.entries(operation['responses'] as Record<string, JsonObject>).map(([status, response]) => [
        status,
        {
          ...(content(response) as JsonObject),
          ...(about.responses?.[Number(status)] && { description: about.responses[Number(status)] }),
        },
      ]),
    ),
  };
}

function describeContent(part: JsonObject, fields: FieldDescriptions): JsonObject {
  if (!isObject(part['content'])) return part;
  const content = mapValues(part['content'] as Record<string, JsonObject>, media =>
    isObject(media['schema']) ? { ...media, schema: describeFields(media['schema'], fields, '') } : media,
  );
  return { ...part, content };
}

function describeSchema(schema: JsonObject, about: SchemaDescription | undefined): JsonObject {
  if (!about) return schema;
  return { ...(about.description && { description: about.description }), ...describeFields(schema, about.fields ?? {}, '') };
}

/** The schema with descriptions of its properties, at any depth; elements of lists and variants have the path of their list. */
function describeFields(schema: JsonObject, fields: FieldDescriptions, path: string): JsonObject {
  return mapSchemas(schema, (inner, name) => {
    const place = name === undefined ? path : `${path === '' ? '' : `${path}.`}${name}`;
    const described = describeFields(inner, fields, place);
    return name !== undefined && fields[place] !== undefined ? { ...described, description: fields[place] } : described;
  });
}
