import type { BruPart, BruRequest } from '@usebruno/lang';
import type { JsonObject } from '../../openapi/json.ts';
import type { Parameter } from '../../openapi/parameters.ts';
import { beginning, bodyText } from './body.ts';

type Schemas = Record<string, JsonObject>;
type Content = Record<string, { schema: JsonObject } | undefined>;

/** An operation with its method and path. */
export interface Operation {
  method: string;
  path: string;
  operation: JsonObject;
}

/** The request of an operation: what it requires is filled in or left empty, what is optional is switched off. */
export function bruRequest({ method, path, operation }: Operation, schemas: Schemas, seq: number): BruRequest {
  const parameters = operation['parameters'] as Parameter[];
  const isPublic = (operation['security'] as unknown[]).length === 0;
  const { kind, body } = bodyOf(operation, schemas);
  const params = parameters.flatMap(({ name, in: place, required, schema }) =>
    place === 'header'
      ? []
      : [{ name, type: place, enabled: required, value: place === 'path' ? '' : text(beginning(schema, schemas)) }],
  );
  // Bruno sends the query of the URL; its list of parameters shows the same, and those that are switched off.
  const query = params.filter(({ type, enabled }) => type === 'query' && enabled).map(({ name, value }) => `${name}=${value}`);
  const url = `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}`;
  return {
    meta: { name: String(operation['summary']), type: 'http', seq },
    http: {
      method,
      url: [url, ...(query.length > 0 ? [query.join('&')] : [])].join('?'),
      body: kind,
      auth: isPublic ? 'none' : 'inherit',
    },
    params,
    headers: parameters
      .filter(parameter => parameter.in === 'header')
      .map(({ name, required }) => ({ name, enabled: required, value: HEADERS[name] ?? '' })),
    ...(body && { body }),
  };
}

const HEADERS: Record<string, string> = { 'X-Company': '{{company}}', 'Idempotency-Key': '{{$guid}}' };

const text = (value: unknown): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? value.join(',') : JSON.stringify(value);

/** The body of an operation, with its kind. */
function bodyOf({ requestBody }: JsonObject, schemas: Schemas): { kind: BruRequest['http']['body']; body?: BruRequest['body'] } {
  const { content = {} } = (requestBody ?? {}) as { content?: Content };
  const json = content['application/json'];
  if (json) return { kind: 'json', body: { json: bodyText(json.schema, schemas) } };
  const form = content['multipart/form-data'];
  return form ? { kind: 'multipartForm', body: { multipartForm: parts(form.schema) } } : { kind: 'none' };
}

const parts = ({ properties }: JsonObject): BruPart[] =>
  Object.entries(properties as Schemas).map(([name, { format }]) =>
    format === 'binary' ? { name, enabled: true, type: 'file', value: [''] } : { name, enabled: true, type: 'text', value: '' },
  );
