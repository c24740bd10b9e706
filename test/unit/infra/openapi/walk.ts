import { loadCatalogue } from '../../../../infra/catalogue.ts';
import { openApiDocument } from '../../../../infra/openapi/document.ts';
import { isObject, type JsonObject } from '../../../../infra/openapi/json.ts';

export interface OperationOfDocument extends JsonObject {
  operationId: string;
  description?: string;
  tags: string[];
  parameters: { name: string; in: string; description?: string; schema: JsonObject }[];
  requestBody?: { content: Record<string, { schema: JsonObject }> };
  responses: Record<string, { content?: Record<string, { schema?: JsonObject }> }>;
}

export interface WholeDocument extends JsonObject {
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, OperationOfDocument>>;
  components: { schemas: Record<string, JsonObject>; responses: Record<string, JsonObject> };
}

let generated: Promise<WholeDocument> | undefined;

/** The document of the whole API, generated once. */
export const wholeDocument = (): Promise<WholeDocument> =>
  (generated ??= loadCatalogue().then(
    ({ endpoints }) => openApiDocument(endpoints, { serverUrl: 'https://api.example' }) as Promise<WholeDocument>,
  ));

export const operationsOf = ({ paths }: WholeDocument): [method: string, operation: OperationOfDocument][] =>
  Object.values(paths).flatMap(methods => Object.entries(methods));

/** A schema of the document, by its place: `ClientInput.email`, `clients-list?page`. */
export interface Placed {
  place: string;
  /** The name of the field or parameter; empty for a whole body. */
  name: string;
  schema: JsonObject;
}

/** All schemas of the document: named ones, bodies, responses, parameters, and everything inside of them. */
export function schemasOf(document: WholeDocument): Placed[] {
  const operations = operationsOf(document).map(([, operation]) => operation);
  const parameters = operations.flatMap(({ operationId, parameters: all }) =>
    all.map(({ name, schema }) => ({ place: `${operationId}?${name}`, name, schema })),
  );
  const bodies = operations.flatMap(({ operationId, requestBody, responses }) =>
    [requestBody, ...Object.values(responses)]
      .flatMap(part => Object.values(part?.content ?? {}))
      .flatMap(({ schema }) => (schema ? [{ place: operationId, name: '', schema }] : [])),
  );
  const named = Object.entries(document.components.schemas).map(([place, schema]) => ({ place, name: '', schema }));
  return [...named, ...bodies, ...parameters].flatMap(within);
}

function within(placed: Placed): Placed[] {
  const { place, name, schema } = placed;
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, JsonObject>).map(([key, field]) => ({
    place: `${place}.${key}`,
    name: key,
    schema: field,
  }));
  const variants = ['anyOf', 'oneOf', 'allOf'].flatMap(key => (schema[key] as JsonObject[] | undefined) ?? []);
  const inner = [schema['items'], schema['additionalProperties']].filter(isObject);
  return [
    placed,
    ...fields.flatMap(within),
    ...variants.flatMap(variant => within({ place, name, schema: variant })),
    ...inner.flatMap(one => within({ place: `${place}[]`, name: '', schema: one })),
  ];
}

/** The types that a schema allows, without null. */
export const typesOf = ({ type }: JsonObject): string[] =>
  (Array.isArray(type) ? (type as string[]) : typeof type === 'string' ? [type] : []).filter(one => one !== 'null');
