import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod';
import type { Problem } from '../../../kernel/errors.ts';
import { loadMeanwhile } from '../../../kernel/load-meanwhile.ts';
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

/** A request after parsing. What is wrong with a part is kept, not thrown: the order of the checks decides what is reported. */
export interface ParsedRequest<Query, Body> {
  params: Parsed<Record<string, string>>;
  query: Parsed<Query>;
  /** The body's syntax (400) … */
  syntax: Problem | undefined;
  /** … and its fields (400 or 422 by the endpoint). */
  body: Parsed<Body>;
}

type Schemas<Query, Body> = Pick<EndpointDefinition<'public', Query, Body>, 'query' | 'form' | 'invalidBody'> & {
  body: z.ZodType<Body> | undefined;
};

/** The schema of an endpoint's body, which may have to be loaded first. */
export const loadBodySchema = async <Body>(schema: BodySchema<Body> | undefined): Promise<z.ZodType<Body> | undefined> =>
  typeof schema === 'function' ? loadMeanwhile(schema) : schema;

/** The path parameters, query and body of a request, each through its schema. Pure. */
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

/** Texts are checked before the schema: where one is not a text at all, nothing else is reported. */
const throughTexts = <T>(
  clean: Parsed<Record<string, unknown>>,
  next: (value: Record<string, unknown>) => Parsed<T>,
): Parsed<T> => (clean.problem ? { problem: clean.problem } : next(clean.value));

/** The value of a part of the request. @throws what is wrong with it */
export function valueOf<T>(parsed: Parsed<T>): T {
  if (parsed.problem) throw parsed.problem;
  return parsed.value as T;
}
