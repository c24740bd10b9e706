import { isObject, type JsonObject } from '../openapi/json.ts';

/** An operation of the OpenAPI document, as the clients for Python and PHP call it. */
export interface Operation {
  /** The tag, such as `delivery-notes`; methods of one resource belong together. */
  resource: string;
  /** The operation within the resource, such as `bulk-convert`. */
  name: string;
  /** `GET`, `POST`, … */
  method: string;
  path: string;
  summary: string;
  pathNames: string[];
  query: Parameter[];
  /** The headers that have an argument, by name. */
  headers: readonly string[];
  body: { schema: JsonObject; isRequired: boolean; isForm: boolean } | undefined;
  answer: Answer;
  /** A record of a list with pages; undefined for all other operations. */
  record: JsonObject | undefined;
}

export interface Parameter {
  name: string;
  schema: JsonObject;
  isRequired: boolean;
}

/** What a successful operation answers: JSON of one of these schemas, a file, or nothing. */
export interface Answer {
  schemas: JsonObject[];
  isFile: boolean;
}

/** An ETag in `If-None-Match` saves the body of an answer, which a client that returns bodies has no use for. */
const HEADERS = ['X-Company', 'X-Organization', 'Idempotency-Key', 'If-Match'];

/** Pages for browsers and links in mails: no program calls them. */
const FOR_BROWSERS = new Set(['pages', 'mail-tracking']);

/** All operations that a program calls, in the order of the document. Those that only redirect a browser are left out. */
export function operationsOf(document: JsonObject): Operation[] {
  const schemas = objectAt(document, 'components', 'schemas');
  return Object.entries(objectAt(document, 'paths')).flatMap(([path, methods]) =>
    Object.entries(methods as JsonObject)
      .map(([method, given]) => operationOf(path, method, given as JsonObject, schemas))
      .filter(operation => operation !== undefined),
  );
}

/** The schemas of the document by name. */
export const schemasOf = (document: JsonObject): [string, JsonObject][] =>
  Object.entries(objectAt(document, 'components', 'schemas')) as [string, JsonObject][];

/** The schemas of the events that webhooks get. */
export const eventsOf = (document: JsonObject): string[] =>
  Object.values(objectAt(document, 'components', 'pathItems')).map(item => {
    const body = objectAt(item as JsonObject, 'post', 'requestBody', 'content', 'application/json', 'schema');
    return nameOf(body['$ref'] as string);
  });

/** The operations by resource, in the order of the document. */
export const byResource = (operations: Operation[]): [string, Operation[]][] => [
  ...Map.groupBy(operations, ({ resource }) => resource),
];

function operationOf(path: string, method: string, given: JsonObject, schemas: JsonObject): Operation | undefined {
  const [resource = ''] = given['tags'] as string[];
  const successes = Object.entries(given['responses'] as JsonObject).filter(([status]) => status < '300');
  if (FOR_BROWSERS.has(resource) || successes.length === 0) return undefined;
  const parameters = ((given['parameters'] ?? []) as JsonObject[]).map(one => ({
    ...{ name: one['name'] as string, in: one['in'] as string },
    ...{ schema: one['schema'] as JsonObject, isRequired: one['required'] === true },
  }));
  const query = parameters.filter(one => one.in === 'query');
  const answer = answerOf(successes.map(([, response]) => response as JsonObject));
  return {
    resource,
    name: (given['operationId'] as string).slice(resource.length + 1),
    method: method.toUpperCase(),
    path,
    summary: given['summary'] as string,
    pathNames: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''),
    query,
    headers: HEADERS.filter(header => parameters.some(one => one.in === 'header' && one.name === header)),
    body: bodyOf(given['requestBody'] as JsonObject | undefined),
    answer,
    record: query.some(({ name }) => name === 'page' || name === 'cursor')
      ? recordOf(answer.schemas[0] ?? {}, schemas)
      : undefined,
  };
}

function bodyOf(body: JsonObject | undefined): Operation['body'] {
  if (!body) return undefined;
  const [[type, content] = []] = Object.entries(body['content'] as JsonObject);
  return {
    schema: (content as JsonObject)['schema'] as JsonObject,
    isRequired: body['required'] === true,
    isForm: type === 'multipart/form-data',
  };
}

function answerOf(responses: JsonObject[]): Answer {
  const contents = responses.flatMap(response => Object.entries((response['content'] ?? {}) as JsonObject));
  const schemas = contents.flatMap(([type, content]) =>
    type === 'application/json' ? [(content as JsonObject)['schema'] as JsonObject] : [],
  );
  // 200 and 201 of one operation have the same schema.
  const different = new Map(schemas.map(schema => [JSON.stringify(schema), schema]));
  return { schemas: [...different.values()], isFile: contents.some(([type]) => type !== 'application/json') };
}

/** The schema of a record on a page: of a list, of a list by groups, or of the invoices of a client. */
function recordOf(schema: JsonObject, schemas: JsonObject): JsonObject | undefined {
  const page = typeof schema['$ref'] === 'string' ? (schemas[nameOf(schema['$ref'])] as JsonObject) : schema;
  const properties = page['properties'] as Record<string, JsonObject>;
  const list = properties['data'] ?? properties['invoiceHistory'] ?? properties['clients'];
  const items = list?.['items'] ?? (list?.['additionalProperties'] as JsonObject | undefined)?.['items'];
  return isObject(items) ? items : undefined;
}

/** The name of the schema that a reference names. */
export const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

function objectAt(document: JsonObject, ...path: string[]): JsonObject {
  return path.reduce<JsonObject>((value, key) => value[key] as JsonObject, document);
}
