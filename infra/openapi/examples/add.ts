import { MEANING_OF, reasonsOf } from '../../docs/error-table.ts';
import { PROBLEM_TYPE } from '#shared/platform/lambda/endpoint/conventions/problem-details.ts';
import type { ProblemCode } from '#shared/base/kernel/errors.ts';
import { errorName } from '../errors.ts';
import { isObject, type JsonObject, mapValues } from '../json.ts';
import type { Examples, OperationExamples } from './model.ts';

const JSON_TYPE = 'application/json';

/**
 * The document with recorded examples: of the bodies of requests, answers and events at each operation; of errors once for each cause in
 * `components`, to which the responses that all operations share refer.
 */
export function addExamples(document: JsonObject, { operations, errors, events }: Examples): JsonObject {
  const ofOperations = Object.assign({}, ...Object.values(operations)) as Record<string, OperationExamples>;
  const { paths, webhooks, components } = document as {
    paths: Record<string, Record<string, JsonObject>>;
    webhooks?: Record<string, Record<string, JsonObject>>;
    components: JsonObject;
  };
  const shared = components['responses'] as Record<string, JsonObject>;
  return {
    ...document,
    paths: mapValues(paths, methods =>
      mapValues(methods, operation => withExamples(operation, ofOperations[String(operation['operationId'])] ?? {})),
    ),
    ...(webhooks && {
      webhooks: mapValues(webhooks, (methods, name) =>
        mapValues(methods, operation => (name in events ? withExamples(operation, { request: events[name] }) : operation)),
      ),
    }),
    components: {
      ...components,
      responses: mapValues(shared, (response, name) => withCauses(response, causesOf(errors, name))),
      examples: errorExamples(errors),
    },
  };
}

function withExamples(operation: JsonObject, { request, responses = {} }: OperationExamples): JsonObject {
  const body = operation['requestBody'] as JsonObject | undefined;
  return {
    ...operation,
    ...(body && request !== undefined && { requestBody: withExample(body, request) }),
    responses: mapValues(operation['responses'] as Record<string, JsonObject>, (response, status) =>
      status in responses ? withExample(response, responses[status]) : response,
    ),
  };
}

function withExample(part: JsonObject, example: unknown): JsonObject {
  const content = part['content'] as Record<string, JsonObject> | undefined;
  const media = content?.[JSON_TYPE];
  return media ? { ...part, content: { ...content, [JSON_TYPE]: { ...media, example } } } : part;
}

const problemName = (name: string): string => `${name}.problem`;

function causesOf(errors: Examples['errors'], response: string): string[] {
  return Object.keys(errors).filter(name => [false, true].some(page => errorName(errors[name]?.status ?? 0, page) === response));
}

/** A response with references to the examples of its causes. */
function withCauses(response: JsonObject, causes: string[]): JsonObject {
  if (causes.length === 0 || !isObject(response['content'])) return response;
  const content = response['content'] as Record<string, JsonObject>;
  const referring = (nameOf: (name: string) => string): JsonObject =>
    Object.fromEntries(causes.map(name => [name, { $ref: `#/components/examples/${nameOf(name)}` }]));
  return {
    ...response,
    content: mapValues(content, (media, type) => {
      if (type === PROBLEM_TYPE) return { ...media, examples: referring(problemName) };
      return type === JSON_TYPE ? { ...media, examples: referring(name => name) } : media;
    }),
  };
}

const errorExamples = (errors: Examples['errors']): JsonObject =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, error]) => [
      [name, { summary: meaningOf(name), value: error.value }],
      [problemName(name), { summary: meaningOf(name), value: error.problem }],
    ]),
  );

/** What an error means: its reason, else its code; names are `<code>` or `<code>-<reason>`. */
function meaningOf(name: string): string {
  const [code = '', reason = ''] = name.split(/[-.]/);
  const known = code as ProblemCode;
  return reasonsOf(known).find(one => one.reason === reason)?.meaning ?? MEANING_OF[known];
}
