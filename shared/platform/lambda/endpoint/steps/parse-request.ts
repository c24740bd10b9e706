import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod';
import type { Problem } from '#shared/base/kernel/errors.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';
import type { BodySchema, EndpointDefinition } from '../definition.ts';
import {
  cleanBody,
  contentEncodingProblem,
  jsonBody,
  type Parsed,
  pathParameters,
  queryParameters,
  through,
} from '../request.ts';

/** A parsed request. Problems are returned, not thrown, because the check order decides which one is reported. */
export interface ParsedRequest<Query, Body> {
  params: Parsed<Record<string, string>>;
  query: Parsed<Query>;
  /** The problem with the body's syntax (400, 413 or 415), if any. */
  syntax: Problem | undefined;
  /** The body, or the problem with its fields (400 or 422, depending on the endpoint). */
  body: Parsed<Body>;
}

type Schemas<Query, Body> = Pick<EndpointDefinition<'public', Query, Body>, 'query' | 'form' | 'invalidBody'> & {
  body: z.ZodType<Body> | undefined;
};

/** The schema of an endpoint's body, which may have to be loaded first. */
export const loadBodySchema = async <Body>(schema: BodySchema<Body> | undefined): Promise<z.ZodType<Body> | undefined> =>
  typeof schema === 'function' ? loadMeanwhile(schema) : schema;

/** Parses the path parameters, query and body of a request with their schemas. */
export function parseRequest<Query, Body>(
  { query: querySchema, body: bodySchema, form, invalidBody = 422 }: Schemas<Query, Body>,
  event: APIGatewayProxyEventV2,
): ParsedRequest<Query, Body> {
  const params = pathParameters(event);
  const query: Parsed<Query> = querySchema
    ? throughTexts(queryParameters(event), value => through(querySchema, value, 422))
    : { value: {} as Query };
  const syntax = form ? contentEncodingProblem(event) : undefined;
  if (!bodySchema) return { params, query, syntax, body: { value: undefined as Body } };
  const json = jsonBody(event);
  if (json.problem) return { params, query, syntax: json.problem, body: { problem: json.problem } };
  const body = throughTexts(cleanBody(json.value), value => {
    const status = typeof invalidBody === 'function' ? invalidBody(value) : invalidBody;
    return through(bodySchema, value, status);
  });
  return { params, query, syntax: undefined, body };
}

/** Invalid texts are reported alone: the schema is applied only if all texts are valid. */
const throughTexts = <T>(
  clean: Parsed<Record<string, unknown>>,
  next: (value: Record<string, unknown>) => Parsed<T>,
): Parsed<T> => (clean.problem ? { problem: clean.problem } : next(clean.value));

/** The value of a part of the request. @throws its problem, if it has one */
export function valueOf<T>(parsed: Parsed<T>): T {
  if (parsed.problem) throw parsed.problem;
  return parsed.value as T;
}
