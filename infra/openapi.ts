import * as z from 'zod';
import { type ProblemCode, STATUS_OF } from '../shared/kernel/errors.ts';
import { PROBLEM_TYPE } from '../shared/lambda/endpoint/conventions/problem-details.ts';
import { isRecordParameter } from '../shared/lambda/endpoint/record-parameter.ts';
import { loadBodySchema } from '../shared/lambda/endpoint/steps/parse-request.ts';
import type { EndpointEntry } from './catalogue.ts';
import { declaredErrors, keepsIdempotency } from './declared-errors.ts';
import { MEANING_OF, reasonsOf } from './error-table.ts';
import { PROBLEM_DETAILS, PROBLEM_REF } from './openapi-conventions.ts';

/** Options of the OpenAPI 3.1 document, which is generated from the catalogue. */
export interface OpenApiOptions {
  /** `{base_url}` of the API. */
  serverUrl: string;
  version?: string;
}

type JsonObject = Record<string, unknown>;
type Definition = EndpointEntry['handler']['definition'];

export async function openApiDocument(
  endpoints: readonly EndpointEntry[],
  { serverUrl, version = '1.0.0' }: OpenApiOptions,
): Promise<JsonObject> {
  const schemas: JsonObject = {};
  const paths: Record<string, JsonObject> = {};
  for (const entry of endpoints) {
    const { path, method } = entry.handler.definition;
    (paths[path] ??= {})[method.toLowerCase()] = await operation(entry, schemas);
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Invoicing service', version },
    servers: [{ url: serverUrl }],
    tags: [...new Set(endpoints.map(entry => entry.area))].map(name => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'An API key, without a prefix.' },
      },
      responses: ERROR_RESPONSES,
      schemas: { ...schemas, Error: ERROR, RateLimited: RATE_LIMITED, ProblemDetails: PROBLEM_DETAILS },
    },
  };
}

const ERROR = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        details: { type: 'object', additionalProperties: true },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

const RATE_LIMITED = { type: 'object', required: ['error'], properties: { error: { type: 'string' } } };

/** Descriptions of the statuses that an operation may declare. 405 is not among them: such a request matches no operation. */
const MEANING: Record<number, string> = Object.fromEntries(
  (Object.keys(MEANING_OF) as ProblemCode[])
    .filter(code => code !== 'method_not_allowed')
    .map(code => [STATUS_OF[code], [MEANING_OF[code], ...reasonList(code)].join('\n')]),
);

/** The values of `details.reason`, as a Markdown list. */
function reasonList(code: ProblemCode): string[] {
  const reasons = reasonsOf(code).map(([reason, meaning]) => `- \`${reason}\`: ${meaning}`);
  return reasons.length > 0 ? ['', '`details.reason` says which of several causes it is:', '', ...reasons] : [];
}

/** Headers of responses to requests that a rate limit counted. */
const QUOTA = {
  RateLimit: {
    description: 'Requests left of each limit, and the seconds until more are available.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'Each limit: its number of requests, and its window in seconds.',
    schema: { type: 'string' },
  },
};

const RETRY = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } };

/** The headers of an error by its status. */
const ERROR_HEADERS: Record<string, JsonObject> = {
  401: { 'WWW-Authenticate': { description: 'What is wrong with the credential (RFC 6750).', schema: { type: 'string' } } },
  429: { ...RETRY, ...QUOTA },
  503: RETRY,
};

const errorName = (status: number): string => `Error${status}`;

const ERROR_RESPONSES = Object.fromEntries(
  Object.entries(MEANING).map(([status, description]) => {
    const schema = { $ref: `#/components/schemas/${status === '429' ? 'RateLimited' : 'Error'}` };
    const headers = ERROR_HEADERS[status];
    const content = { 'application/json': { schema }, [PROBLEM_TYPE]: { schema: PROBLEM_REF } };
    return [errorName(Number(status)), { description, ...(headers && { headers }), content }];
  }),
);

async function operation({ name, area, handler: { definition } }: EndpointEntry, schemas: JsonObject): Promise<JsonObject> {
  const body = await loadBodySchema(definition.body);
  const responses = await Promise.all(
    Object.entries(definition.responses).map(async ([status, load]) => [status, load && (await load())] as const),
  );
  const answers = responses.map(([status, schema], place) => [
    status,
    {
      description: definition.summary,
      ...((schema ?? (place === 0 && definition.produces)) && {
        content: {
          ...(schema && { 'application/json': { schema: schemaOf(schema, 'output', schemas) } }),
          ...(place === 0 && definition.produces && { [definition.produces]: {} }),
        },
      }),
    },
  ]);
  const errors = declaredErrors(definition).map(status => [
    String(status),
    MEANING[status] ? { $ref: `#/components/responses/${errorName(status)}` } : { description: 'Refused.' },
  ]);
  return {
    operationId: name,
    summary: definition.summary,
    tags: [area],
    ...(definition.permission && { 'x-permission': definition.permission }),
    security: securityOf(definition),
    parameters: parametersOf(definition, schemas),
    ...(definition.form && { requestBody: formBody(definition.form) }),
    ...(body && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: { 'application/json': { schema: schemaOf(body, 'input', schemas) } },
      },
    }),
    responses: Object.fromEntries([...answers, ...errors]) as JsonObject,
  };
}

/** The payload limit of Lambda (infra/local/payload-limits.ts). */
const FORM_SIZE =
  'At most 6 MB, measured after base64 encoding: a file of about 4.4 MB. API Gateway answers a larger request with 413 and `{ "message": … }`.';

const formBody = (form: NonNullable<Definition['form']>): JsonObject => ({
  required: true,
  description: FORM_SIZE,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(form).map(([part, kind]) => [part, { type: 'string', ...(kind === 'binary' && { format: 'binary' }) }]),
        ),
      },
    },
  },
});

function securityOf({ auth, sessionOnly }: Definition): JsonObject[] {
  if (auth === 'public') return [];
  return sessionOnly ? [{ session: [] }] : [{ session: [] }, { apiKey: [] }];
}

function parametersOf(definition: Definition, schemas: JsonObject): JsonObject[] {
  const names = [...definition.path.matchAll(/\{([^}]+)\}/g)].map(match => match[1] ?? '');
  const inPath = names.map(name => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(isRecordParameter(name) && { format: 'uuid' }) },
  }));
  const headers = [
    ...(definition.auth === 'company' && definition.companyIn !== 'path'
      ? [header('X-Company', 'The company in whose scope the request runs.', true, { type: 'string', format: 'uuid' })]
      : []),
    ...(definition.auth === 'user' && definition.companyIn !== 'path' && definition.organizationIn !== 'path'
      ? [
          header(
            'X-Organization',
            'The organization to act in; by default the one of X-Company. Only needed by members of several organizations.',
            false,
            {
              type: 'string',
              format: 'uuid',
            },
          ),
        ]
      : []),
    ...(keepsIdempotency(definition)
      ? [
          header(
            'Idempotency-Key',
            'A repeated request with the same key gets the stored answer of the first one, for 24 hours.',
            false,
            {
              type: 'string',
              maxLength: 255,
            },
          ),
        ]
      : []),
  ];
  return [...inPath, ...headers, ...(definition.query ? queryParameters(definition.query, schemas) : [])];
}

const header = (name: string, description: string, required: boolean, schema: JsonObject): JsonObject => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});

function queryParameters(query: z.ZodType, schemas: JsonObject): JsonObject[] {
  const { properties = {}, required = [] } = schemaOf(query, 'input', schemas) as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }));
}

/** A schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1; schemas with an `id` are added to `schemas` (the components). */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: JsonObject): JsonObject {
  const { $schema: _dialect, $defs = {}, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject;
  Object.assign(schemas, withComponentRefs($defs as JsonObject));
  return withComponentRefs(own) as JsonObject;
}

function withComponentRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponentRefs);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string'
        ? [key, inner.replace('#/$defs/', '#/components/schemas/')]
        : [key, withComponentRefs(inner)],
    ),
  );
}
