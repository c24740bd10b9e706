import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { commonViolations, type RawAnswer } from '../matrix/send.ts';
import { COMPONENTS, type Operation, type Schema } from './document.ts';

/** Checks whether a response is documented in the OpenAPI document for its operation. */

const ROOT = 'document';
const ajv = new Ajv2020({ strict: false, allErrors: false });
// The package is CommonJS, whose default export is a member of the module for TypeScript.
(addFormats as unknown as typeof addFormats.default)(ajv);
ajv.addSchema({ components: { schemas: COMPONENTS } }, ROOT);

const compiled = new WeakMap<Schema, ValidateFunction>();

/** The schema with references to the components of the document, which is a schema of its own in ajv. */
const absolute = (schema: Schema): unknown =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? `${ROOT}${value}` : value,
  );

/** The error of a value by a schema of the document; undefined if it is valid. */
export function misfit(schema: Schema, value: unknown): string | undefined {
  const validate = compiled.get(schema) ?? ajv.compile(absolute(schema) as object);
  compiled.set(schema, validate);
  return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'body' });
}

const typeOf = ({ headers }: RawAnswer): string => (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/**
 * * One sentence for each deviation of a response from the document; empty if there is none. The only valid 5xx is a 503 that is
 * documented and has Retry-After: the service was busy. The caller limits their number.
 */
export function violationsOf(operation: Pick<Operation, 'path' | 'responses'>, answer: RawAnswer): string[] {
  const { status, headers, text, json } = answer;
  const documented = operation.responses[status];
  const type = typeOf(answer);
  const violations = commonViolations(operation, answer).filter(
    one => !(one.endsWith('without a JSON body') && documented?.content?.[type] !== undefined),
  );
  if (status >= 500 && status !== 503) violations.push(`status ${status}`);
  if (status === 503 && !/^[1-9]\d*$/.test(headers['retry-after'] ?? '')) violations.push('503 without Retry-After');
  if (!documented) return [...violations, `status ${status} is not documented`];
  if (documented.content === undefined)
    return text === '' ? violations : [...violations, `the body of status ${status} is not documented`];
  const media = documented.content[type] ?? documented.content['*/*'];
  if (!media) return [...violations, `the media type ${type || 'of no name'} is not documented for status ${status}`];
  const wrong = media.schema && isJson(type) ? misfit(media.schema, json) : undefined;
  return wrong === undefined ? violations : [...violations, `status ${status} is not as its schema: ${wrong}`];
}

const isJson = (type: string): boolean => /^application\/(problem\+)?json$/.test(type);
