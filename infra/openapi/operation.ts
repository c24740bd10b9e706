import { loadBodySchema } from '../../shared/lambda/endpoint/steps/parse-request.ts';
import type { EndpointEntry } from '../catalogue.ts';
import { declaredErrors } from '../declared-errors.ts';
import { errorName, MEANING } from './errors.ts';
import type { JsonObject } from './json.ts';
import { jsonSchema } from './json-schema.ts';
import { parametersOf } from './parameters.ts';

type Definition = EndpointEntry['handler']['definition'];

/** The operation of an endpoint. Named schemas are added to `components`. */
export async function operation(
  { name, area, handler: { definition } }: EndpointEntry,
  components: JsonObject,
): Promise<JsonObject> {
  const body = await loadBodySchema(definition.body);
  return {
    operationId: name,
    summary: definition.summary,
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
    responses: { ...(await successes(definition, components)), ...(definition.version && NOT_MODIFIED), ...errorsOf(definition) },
  };
}

const ETag = { description: 'Changes with the response; for `If-Match` and `If-None-Match`.', schema: { type: 'string' } };

const NOT_MODIFIED = { 304: { description: 'The response would be the one that `If-None-Match` names.', headers: { ETag } } };

async function successes(definition: Definition, components: JsonObject): Promise<JsonObject> {
  const { responses, produces, summary } = definition;
  const loaded = await Promise.all(
    Object.entries(responses).map(async ([status, load]) => [status, load && (await load())] as const),
  );
  return Object.fromEntries(
    loaded.map(([status, schema], place) => {
      const file = place === 0 ? produces : undefined;
      const content = {
        ...(schema && { 'application/json': { schema: jsonSchema(schema, 'output', components) } }),
        ...(file && { [file]: {} }),
      };
      const headers = definition.version && { ETag };
      return [status, { description: summary, ...(headers && { headers }), ...((schema ?? file) && { content }) }];
    }),
  );
}

const errorsOf = (definition: Definition): JsonObject =>
  Object.fromEntries(
    declaredErrors(definition).map(status => [
      String(status),
      MEANING[status]
        ? { $ref: `#/components/responses/${errorName(status, definition.errorPage !== undefined)}` }
        : { description: 'Refused.' },
    ]),
  );

function securityOf({ auth, sessionOnly }: Definition): JsonObject[] {
  if (auth === 'public') return [];
  return sessionOnly ? [{ session: [] }] : [{ session: [] }, { apiKey: [] }];
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
