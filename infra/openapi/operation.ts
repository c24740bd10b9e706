import { loadBodySchema } from '#shared/platform/lambda/endpoint/steps/parse-request.ts';
import type { EndpointEntry } from '../catalogue.ts';
import { declaredErrors } from '../api/declared-errors.ts';
import { onlyCause } from './causes.ts';
import { errorName } from './errors.ts';
import { responseHeaders } from './headers.ts';
import type { JsonObject } from './json.ts';
import { jsonSchema } from './json-schema.ts';
import { limitsOf } from './limits.ts';
import { parametersOf } from './parameters.ts';

type Definition = EndpointEntry['handler']['definition'];

/** The operation of an endpoint. Named schemas are added to `components`. */
export async function operation(
  { name, area, handler: { definition } }: EndpointEntry,
  components: JsonObject,
): Promise<JsonObject> {
  const body = await loadBodySchema(definition.body);
  const notes = [limitsOf(name, definition), confirmationOf(definition)].filter(note => note !== undefined);
  return {
    operationId: name,
    summary: definition.summary,
    ...(notes.length > 0 && { description: notes.join(' ') }),
    tags: [area],
    ...(definition.deprecated && { deprecated: true }),
    ...(definition.permission && { 'x-permission': definition.permission }),
    security: securityOf(definition),
    parameters: parametersOf(definition, components),
    ...(definition.form && { requestBody: formBody(definition.form) }),
    ...(body && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: { 'application/json': { schema: jsonSchema(body, 'input', components) } },
      },
    }),
    responses: {
      ...(await successes(name, definition, components)),
      ...(definition.version && {
        304: {
          description: 'The response would be the one that `If-None-Match` names.',
          headers: responseHeaders(name, definition, 304, undefined, components),
        },
      }),
      ...errorsOf(definition),
    },
  };
}

/** The sentence about callers whose email is not confirmed; where only some bodies are refused, the fields describe it. */
const confirmationOf = ({ confirmedEmail }: Definition): string | undefined =>
  confirmedEmail === true ? "403 with reason `sender_not_verified` while the caller's own email is not confirmed." : undefined;

async function successes(operationId: string, definition: Definition, components: JsonObject): Promise<JsonObject> {
  const { responses, produces, summary } = definition;
  const loaded = await Promise.all(
    Object.entries(responses).map(async ([status, load]) => [status, load && (await load())] as const),
  );
  return Object.fromEntries(
    loaded.map(([status, schema], place) => {
      const files = place === 0 ? [produces ?? []].flat() : [];
      const shown = schema ? jsonSchema(schema, 'output', components) : undefined;
      const content = {
        ...(shown && { 'application/json': { schema: shown } }),
        ...Object.fromEntries(files.map(file => [file, { schema: fileSchema(file) }])),
      };
      const headers = responseHeaders(operationId, definition, Number(status), shown, components);
      return [status, { description: summary, headers, ...((schema ?? files[0]) && { content }) }];
    }),
  );
}

/** Clients made by generators give the bytes of a file; without a schema most give nothing. */
const fileSchema = (mediaType: string): JsonObject => ({
  type: 'string',
  ...(mediaType !== 'text/html' && { format: 'binary' }),
});

/** The errors that the definition declares. Those among its `responses` have a form of their own, and stand there. */
const errorsOf = (definition: Definition): JsonObject =>
  Object.fromEntries(
    declaredErrors(definition)
      // Health checks have another body for the same status, which their description says: both forms are sent.
      .filter(status => definition.responses[status] === undefined || status >= 500)
      .map(status => [String(status), errorOf(definition, status)]),
  );

/** The shared response of the status, with the description of its only cause where the operation has just one. */
function errorOf(definition: Definition, status: number): JsonObject {
  const only = onlyCause(definition, status);
  return {
    $ref: `#/components/responses/${errorName(status, definition.errorPage !== undefined)}`,
    ...(only !== undefined && { description: only }),
  };
}

function securityOf({ auth, sessionOnly }: Definition): JsonObject[] {
  if (auth === 'public') return [];
  return sessionOnly ? [{ session: [] }] : [{ session: [] }, { apiKey: [] }];
}

/** The payload limit of Lambda (infra/local/gateway/payload-limits.ts). */
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
