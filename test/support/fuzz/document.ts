import { type EndpointEntry, loadCatalogue } from '../../../infra/catalogue.ts';
import { openApiDocument } from '../../../infra/openapi/document.ts';

/** The OpenAPI document as contract fuzzing reads it. */

/** A JSON schema of the document: the keywords that it has. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  not?: Schema;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minProperties?: number;
  additionalProperties?: boolean | Schema;
}

/** A response of an operation: by media type, and a schema where it is JSON. */
interface DocumentedResponse {
  $ref?: string;
  content?: Record<string, { schema?: Schema }>;
}

export interface Operation {
  /** `POST /api/v1/clients`. */
  title: string;
  name: string;
  area: string;
  entry: EndpointEntry;
  method: string;
  path: string;
  query: { name: string; schema: Schema }[];
  body: Schema | undefined;
  /** Whether the body is a multipart form. */
  form: boolean;
  /** By status; references are resolved. */
  responses: Record<string, DocumentedResponse>;
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters: { name: string; in: string; schema: Schema }[];
        requestBody?: { content: Record<string, { schema: Schema }> };
        responses: Record<string, DocumentedResponse>;
      }
    >
  >;
  components: { schemas: Record<string, Schema>; responses: Record<string, DocumentedResponse> };
}

const { endpoints } = await loadCatalogue();
// The document is plain JSON; this is the part of OpenAPI 3.1 that it uses.
const document = (await openApiDocument(endpoints, { serverUrl: 'http://localhost' })) as unknown as Document;

export const COMPONENTS: Readonly<Record<string, Schema>> = document.components.schemas;

/** All operations of the catalogue. */
export const OPERATIONS: readonly Operation[] = endpoints.map(entry => {
  const { method, path } = entry.handler.definition;
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`The document has no ${method} ${path}.`);
  const { 'application/json': json, 'multipart/form-data': form } = operation.requestBody?.content ?? {};
  return {
    ...{ title: `${method} ${path}`, name: entry.name, area: entry.area, entry, method, path },
    query: operation.parameters.filter(one => one.in === 'query'),
    body: json?.schema,
    form: form !== undefined,
    responses: Object.fromEntries(Object.entries(operation.responses).map(([status, response]) => [status, resolved(response)])),
  };
});

function resolved(response: DocumentedResponse): DocumentedResponse {
  if (response.$ref === undefined) return response;
  const found = document.components.responses[response.$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`The document refers to ${response.$ref}, which it does not have.`);
  return found;
}

/** The schema that a reference names. */
export function schemaOf(reference: string): Schema {
  const found = COMPONENTS[reference.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`The document refers to ${reference}, which it does not have.`);
  return found;
}
