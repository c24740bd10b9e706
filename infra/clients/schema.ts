import { createHash } from 'node:crypto';
import openapiTS, { astToString } from 'openapi-typescript';

/** Identifies the OpenAPI document from which a file of types was made. */
export const fingerprint = (document: object): string =>
  createHash('sha256')
    .update(JSON.stringify(typeable(document)))
    .digest('hex')
    .slice(0, 16);

/** The TypeScript types of all operations and schemas of an OpenAPI document: `clients/typescript/src/schema.ts`. */
export async function clientSchema(document: object): Promise<string> {
  // Fields with defaults may be left out of requests.
  const tree = await openapiTS(typeable(document) as never, { defaultNonNullable: false });
  return `// Made by \`npm run client\` from the OpenAPI document ${fingerprint(document)}.\n\n${astToString(tree)}`;
}

/**
 * The document as types can express it. No request has to name its company: the client sends the one it was made for. Which fields need
 * each other (`anyOf` next to `properties`) is left out: it would become a union with `unknown`, which takes anything.
 */
const typeable = (document: object): unknown =>
  JSON.parse(JSON.stringify(document), (_, value: unknown) => {
    if (isCompanyHeader(value)) return { ...value, required: false };
    return hasConditions(value) ? { ...value, anyOf: undefined } : value;
  });

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const hasConditions = (value: unknown): value is object =>
  isObject(value) &&
  'properties' in value &&
  'anyOf' in value &&
  Array.isArray(value.anyOf) &&
  value.anyOf.some(one => isObject(one) && 'required' in one);

const isCompanyHeader = (value: unknown): value is object =>
  isObject(value) && 'in' in value && 'name' in value && value.in === 'header' && value.name === 'X-Company';
