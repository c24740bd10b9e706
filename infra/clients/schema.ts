import { createHash } from 'node:crypto';
import openapiTS, { astToString } from 'openapi-typescript';

/** Identifies the OpenAPI document from which a file of types was made. */
export const fingerprint = (document: object): string =>
  createHash('sha256')
    .update(JSON.stringify(withOptionalCompany(document)))
    .digest('hex')
    .slice(0, 16);

/** The TypeScript types of all operations and schemas of an OpenAPI document: `clients/typescript/src/schema.ts`. */
export async function clientSchema(document: object): Promise<string> {
  // Fields with defaults may be left out of requests.
  const tree = await openapiTS(withOptionalCompany(document) as never, { defaultNonNullable: false });
  return `// Made by \`npm run client\` from the OpenAPI document ${fingerprint(document)}.\n\n${astToString(tree)}`;
}

/** The document in which no request has to name its company: the client sends the one it was made for. */
const withOptionalCompany = (document: object): unknown =>
  JSON.parse(JSON.stringify(document), (_, value: unknown) => (isCompanyHeader(value) ? { ...value, required: false } : value));

const isCompanyHeader = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  'in' in value &&
  'name' in value &&
  value.in === 'header' &&
  value.name === 'X-Company';
