import { createHash } from 'node:crypto';
import { isObject, type JsonObject } from '../openapi/json.ts';
import { PROBLEM_TYPE } from '#shared/platform/lambda/endpoint/conventions/problem-details.ts';
import openapiTS, { astToString } from 'openapi-typescript';

/** Identifies the OpenAPI document from which a file of types was made. */
export const fingerprint = (document: JsonObject): string =>
  createHash('sha256')
    .update(JSON.stringify(typeable(document)))
    .digest('hex')
    .slice(0, 16);

/** The TypeScript types of all operations and schemas of an OpenAPI document: `clients/typescript/src/schema.ts`. */
export async function clientSchema(document: JsonObject): Promise<string> {
  // Fields with defaults may be left out of requests.
  const tree = await openapiTS(typeable(document) as never, { defaultNonNullable: false });
  return `// Made by \`npm run client\` from the OpenAPI document ${fingerprint(document)}.\n\n${astToString(tree)}`;
}

/**
 * The document as types can express it. No request has to name its company: the client sends the one it was made for. Which fields need
 * each other (`anyOf` next to `properties`) is left out: it would become a union with `unknown`, which takes anything. A truth value that is
 * always true is `true`, by which TypeScript tells alternatives apart. Examples, headers of answers, the second form of errors and the requests
 * to webhooks are left out: no method of the client has their types, and compilers read them in each program.
 */
function typeable({ webhooks: _, ...document }: JsonObject): unknown {
  const components = { ...(document['components'] as object), pathItems: undefined };
  return JSON.parse(JSON.stringify({ ...document, components }), (_key, value: unknown) => {
    if (isCompanyHeader(value)) return { ...value, required: false };
    if (isFixedTruth(value)) return { ...value, enum: [!value.not.const, ...(Array.isArray(value.type) ? [null] : [])] };
    if (isAnswer(value)) return { ...value, headers: undefined, content: withoutProblems(value.content) };
    if (isMedia(value)) return { schema: value.schema };
    return hasConditions(value) ? { ...value, anyOf: undefined } : value;
  });
}

const withoutProblems = (content: JsonObject | undefined): JsonObject | undefined =>
  content && Object.fromEntries(Object.entries(content).filter(([type]) => type !== PROBLEM_TYPE));

/** What a body of a media type is: its schema, beside examples. */
const isMedia = (value: unknown): value is { schema: object } =>
  isObject(value) &&
  'schema' in value &&
  isObject(value.schema) &&
  ('example' in value || 'examples' in value) &&
  !('in' in value);

/** `{ "type": "boolean", "not": { "const": false } }`, perhaps with null (`infra/openapi/json-schema.ts`). */
const isFixedTruth = (value: unknown): value is { type: string | string[]; not: { const: boolean } } =>
  isObject(value) && 'not' in value && isObject(value.not) && 'const' in value.not && typeof value.not.const === 'boolean';

const hasConditions = (value: unknown): value is object =>
  isObject(value) &&
  'properties' in value &&
  'anyOf' in value &&
  Array.isArray(value.anyOf) &&
  value.anyOf.some(one => isObject(one) && 'required' in one);

const isAnswer = (value: unknown): value is { content?: JsonObject } =>
  isObject(value) && 'description' in value && 'headers' in value;

const isCompanyHeader = (value: unknown): value is object =>
  isObject(value) && 'in' in value && 'name' in value && value.in === 'header' && value.name === 'X-Company';
