import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod';
import { badRequest, type FieldErrors, invalidFields, notFound, Problem } from '#shared/base/kernel/errors.ts';
import { documented } from '#shared/base/kernel/fields.ts';
import { isId } from '#shared/base/kernel/ids.ts';
import { cleanTexts, DEEPEST, textViolation, TooDeep, wasReplaced, RESERVED } from '#shared/base/kernel/texts.ts';
import { fieldMessage } from './field-messages.ts';
import { jsonErrorPlace } from './json-error-place.ts';
import { isRecordParameter } from './record-parameter.ts';

/** Parsing of requests, without I/O. Problems are returned, not thrown, because the check order decides which one is reported. */

export const MAX_BODY_BYTES = 1_048_576;

/** A header by its lower-case name. */
export const header = (event: Partial<Pick<APIGatewayProxyEventV2, 'headers'>>, name: string): string | undefined =>
  event.headers?.[name];

export type Parsed<T> = { value: T; problem?: undefined } | { value?: undefined; problem: Problem };

/** The messages by field path, for the `details` of an error response. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of error.issues) (fields[issue.path.join('.') || 'body'] ??= []).push(issue.message);
  return fields;
}

const asBadRequest = (fields: FieldErrors): Problem =>
  badRequest(`Invalid or missing: ${Object.keys(fields).join(', ')}.`, fields);

/** A `JSON.parse` reviver: numbers that a double cannot hold exactly stay text, which only schemas of amounts accept. */
function exactNumbers(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  const changed = /e/i.test(context.source + String(value)) || context.source.replace(/\D/g, '').length > 15;
  return changed ? context.source : value;
}

/** The body as it was sent, byte for byte. */
export const rawBody = (event: APIGatewayProxyEventV2): Buffer =>
  Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');

/**
 * The part of a body that must be equal when a request is repeated under the same `Idempotency-Key`: everything except the boundary
 * of a multipart form, which clients generate each time.
 */
export function comparedBody(event: APIGatewayProxyEventV2): string {
  const boundary = /^multipart\/.*boundary="?([^";]+)/i.exec(header(event, 'content-type') ?? '')?.[1];
  return boundary ? rawBody(event).toString('latin1').replaceAll(boundary, '') : (event.body ?? '');
}

const NOT_UTF8 = badRequest('The body must be UTF-8.');

/**
 * The body as text; undefined for bytes that are not UTF-8. API Gateway passes bodies with no or a binary content type as base64,
 * so their bytes can be checked. Others it decodes itself, with U+FFFD for invalid bytes (`wasReplaced`).
 */
function bodyText(event: APIGatewayProxyEventV2): string | undefined {
  const { body = '', isBase64Encoded } = event;
  if (!isBase64Encoded) return wasReplaced(body) ? undefined : body;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(body, 'base64'));
  } catch {
    return undefined;
  }
}

/** A free-form member of an already accepted JSON body, with all its numbers parsed as JavaScript numbers. */
export const freeForm = (event: APIGatewayProxyEventV2, member: string): unknown =>
  cleanTexts((JSON.parse(bodyText(event) || '{}') as Record<string, unknown>)[member]).value;

/** A 415 problem if the body has a content encoding such as gzip; otherwise undefined. */
export function contentEncodingProblem(event: APIGatewayProxyEventV2): Problem | undefined {
  const encoding = header(event, 'content-encoding')?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return undefined;
  return new Problem('unsupported_media_type', 'Content-Encoding must be identity, or absent.');
}

/** All `charset` parameters of a media type, in lower case and without quotes. Split rather than matched, to run in linear time. */
const charsetsOf = (type: string): string[] =>
  type
    .toLowerCase()
    .split(';')
    .slice(1)
    .map(parameter => parameter.split('=').map(part => part.trim()))
    .flatMap(([name, ...value]) => (name === 'charset' ? [value.join('=').replace(/^"|"$/g, '').trim()] : []));

/** Parses the body as a JSON object; an absent body counts as `{}`. Problems are 415, 413 and 400. */
export function jsonBody(event: APIGatewayProxyEventV2): Parsed<Record<string, unknown>> {
  const encoding = contentEncodingProblem(event);
  if (encoding) return { problem: encoding };
  if (rawBody(event).length > MAX_BODY_BYTES)
    return { problem: new Problem('payload_too_large', 'The body is larger than 1 MB.') };
  const raw = bodyText(event);
  if (raw?.trim() === '') return { value: {} };
  const type = header(event, 'content-type');
  if (type !== undefined && !/^application\/(.+\+)?json\b/i.test(type))
    return { problem: badRequest('Content-Type must be application/json.') };
  if (charsetsOf(type ?? '').some(charset => charset !== 'utf-8' && charset !== 'utf8'))
    return { problem: badRequest('The charset of Content-Type must be utf-8, or absent.') };
  if (raw === undefined) return { problem: NOT_UTF8 };
  try {
    const body: unknown = JSON.parse(raw, exactNumbers as (key: string, value: unknown) => unknown);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { value: body as Record<string, unknown> };
    return { problem: badRequest('The body must be a JSON object.') };
  } catch (error) {
    return { problem: badRequest(`The body is not valid JSON${jsonErrorPlace(raw, error)}.`) };
  }
}

/** A JSON body with its texts normalized (kernel/texts.ts). Problems are 422 for invalid texts, 400 for too deep nesting. */
export function cleanBody(body: Record<string, unknown>): Parsed<Record<string, unknown>> {
  try {
    const { value, violations } = cleanTexts(body);
    if (Object.keys(violations).length > 0) return { problem: invalidFields(violations) };
    return { value: value as Record<string, unknown> };
  } catch (error) {
    if (error instanceof TooDeep) return { problem: badRequest(`The body must not be nested deeper than ${DEEPEST} levels.`) };
    throw error;
  }
}

/** The query parameters with their texts normalized. The problem for invalid texts is 422. */
export function queryParameters(event: APIGatewayProxyEventV2): Parsed<Record<string, unknown>> {
  const { value, violations } = cleanTexts(event.queryStringParameters ?? {});
  for (const [name, text] of Object.entries(value as Record<string, string>))
    if (wasReplaced(text)) violations[name] = ['must be UTF-8'];
  return Object.keys(violations).length > 0
    ? { problem: invalidFields(violations) }
    : { value: withMetadataFilter(value as Record<string, string>) };
}

/** `metadata[key]=value` as the member `key` of `metadata`, the one query parameter that is an object. */
function withMetadataFilter(parameters: Record<string, string>): Record<string, unknown> {
  const entries = Object.entries(parameters).map(
    ([name, value]) => [/^metadata\[(.*)\]$/s.exec(name)?.[1], name, value] as const,
  );
  if (entries.every(([key]) => key === undefined)) return parameters;
  return {
    ...Object.fromEntries(entries.flatMap(([key, name, value]) => (key === undefined ? [[name, value]] : []))),
    // A reserved name would be skipped, and the filter find every record: the empty name is refused.
    metadata: Object.fromEntries(
      entries.flatMap(([key, , value]) => (key === undefined ? [] : [[RESERVED.has(key) ? '' : key, value]])),
    ),
  };
}

/** Parses a value with its schema; violations become a problem with the given status. */
export function through<T>(schema: z.ZodType<T>, value: unknown, status: 400 | 422): Parsed<T> {
  const result = schema.safeParse(value, { error: fieldMessage });
  if (result.success) return { value: result.data };
  const fields = fieldErrors(result.error);
  return { problem: status === 400 ? asBadRequest(fields) : invalidFields(fields) };
}

/** Longest accepted path parameter in characters: longer than any real name, yet table keys stay within DynamoDB's key size. */
const LONGEST_PARAMETER = 255;

/** Path parameters. The problem for a malformed UUID or an impossible name is 404 (REQ-47). */
export function pathParameters(event: APIGatewayProxyEventV2): Parsed<Record<string, string>> {
  const params = Object.fromEntries(Object.entries(event.pathParameters ?? {}).map(([name, value]) => [name, value ?? '']));
  for (const [name, value] of Object.entries(params))
    if (isRecordParameter(name) ? !isId(value) : !isName(value)) return { problem: notFound('Resource') };
  return {
    value: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, isRecordParameter(name) ? value.toLowerCase() : value]),
    ),
  };
}

const isName = (value: string): boolean =>
  value.length <= LONGEST_PARAMETER && !wasReplaced(value) && textViolation(value) === null;

/** Paging of lists (REQ-56): a `limit` above the maximum is lowered to it. */
export const paging = (byDefault = 20, max = 100) => ({
  page: wholeNumber(1).default(1),
  limit: wholeNumber(1)
    .transform(limit => Math.min(limit, max))
    .default(byDefault),
});

/** Nine digits, so that the product of page and limit is still exact. */
const LARGEST = 999_999_999;

const wholeNumber = (min: number) =>
  documented(
    z
      .string()
      .regex(/^-?\d+$/, 'must be a whole number')
      .transform(Number)
      .refine(value => value >= min, `must be at least ${min}`)
      .refine(value => value <= LARGEST, `must be at most ${LARGEST}`),
    { type: 'integer', minimum: min, maximum: LARGEST },
  );

/** A query flag: `true` or `false`. */
export const flag = () =>
  documented(
    z.enum(['true', 'false'], 'must be true or false').transform(value => value === 'true'),
    { type: 'boolean' },
  );

/** The pagination envelope (REQ-56). */
export const pageOf = <T>(data: T[], total: number, { page, limit }: { page: number; limit: number }) => ({
  data,
  total,
  page,
  limit,
  pages: Math.ceil(total / limit),
});

/** The page of a list that is in memory whole. */
export const pageFrom = <From, To>(all: readonly From[], query: { page: number; limit: number }, present: (one: From) => To) =>
  pageOf(all.slice((query.page - 1) * query.limit, query.page * query.limit).map(present), all.length, query);
