import type * as z from 'zod';
import { isRecordParameter } from '#shared/platform/lambda/endpoint/record-parameter.ts';
import type { EndpointEntry } from '../catalogue.ts';
import { keepsIdempotency } from '../api/declared-errors.ts';
import type { JsonObject } from './json.ts';
import { jsonSchema } from './json-schema.ts';

type Definition = EndpointEntry['handler']['definition'];

/** A parameter of an operation. */
export interface Parameter extends JsonObject {
  name: string;
  in: 'path' | 'header' | 'query';
  required: boolean;
  description?: string;
  schema: JsonObject;
}

/** The parameters of an operation in its path, headers and query. */
export const parametersOf = (definition: Definition, components: JsonObject): Parameter[] => [
  ...pathParameters(definition.path),
  ...headers(definition),
  ...(definition.query ? queryParameters(definition.query, components) : []),
];

const pathParameters = (path: string): Parameter[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(isRecordParameter(name) && { format: 'uuid' }) },
  }));

/** Without the format: openapi-python-client makes an object of a UUID, which it cannot send as a header. */
const ID_IN_HEADER = { type: 'string' };

const COMPANY: Parameter = {
  name: 'X-Company',
  in: 'header',
  required: true,
  description: 'Id of the company in whose scope the request runs.',
  schema: ID_IN_HEADER,
};

const ORGANIZATION: Parameter = {
  name: 'X-Organization',
  in: 'header',
  required: false,
  description:
    'Id of the organization to act in; by default the one of `X-Company`, which this header does not change. Only needed by members of several organizations.',
  schema: ID_IN_HEADER,
};

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeated request with the same key gets the stored answer of the first one, for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the record: if the record has changed since, nothing happens and the response is 412.',
  schema: { type: 'string' },
};

const IF_NONE_MATCH: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of an earlier response: if it would be the same again, the response is 304, without a body.',
  schema: { type: 'string' },
};

const headers = (definition: Definition): Parameter[] => [
  ...(definition.auth === 'company' && definition.companyIn !== 'path' ? [COMPANY] : []),
  ...(definition.auth === 'user' && definition.companyIn !== 'path' && definition.organizationIn !== 'path'
    ? [ORGANIZATION]
    : []),
  ...(keepsIdempotency(definition) ? [IDEMPOTENCY_KEY] : []),
  ...(definition.changes ? [IF_MATCH] : []),
  ...(definition.version ? [IF_NONE_MATCH] : []),
];

function queryParameters(query: z.ZodType, components: JsonObject): Parameter[] {
  const { properties = {}, required = [] } = jsonSchema(query, 'input', components) as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...own } = inQuery(schema);
    return {
      name,
      in: 'query',
      required: required.includes(name),
      ...(own['type'] === 'array' && { style: 'form', explode: false }),
      ...(own['type'] === 'object' && { style: 'deepObject', explode: true }),
      ...(description !== undefined && { description: description as string }),
      schema: own,
    };
  });
}

/** A decimal may be a number or text in a body; in a query both look the same, and null cannot be sent. */
function inQuery({ anyOf, type, ...rest }: JsonObject): JsonObject {
  if (Array.isArray(anyOf)) {
    const branches = anyOf as JsonObject[];
    return { ...rest, ...(branches.find(branch => branch['type'] === 'number') ?? { anyOf }) };
  }
  return {
    ...rest,
    ...(type !== undefined && { type: Array.isArray(type) ? (type as string[]).find(one => one !== 'null') : type }),
  };
}
