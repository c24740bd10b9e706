import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { atEnd, type Step } from '../../shell.ts';
import { type Answer, gatewayAnswer } from '../answer.ts';
import { gzipped, isCompressible, prefersGzip } from './compression.ts';
import { type Deprecation, deprecationHeaders } from './deprecation.ts';
import { entityTag, gzippedTag, isKnown } from './entity-tag.ts';
import { header } from '../request.ts';
import { withPageLinks } from './page-links.ts';
import { withProblemDetails } from './problem-details.ts';
import type { AnsweredRequest } from './request.ts';

/** A response in API Gateway's format, whose headers are texts. */
type Result = Omit<APIGatewayProxyStructuredResultV2, 'headers'> & { headers?: Record<string, string> };

/** What the form of responses depends on, beside the request. */
interface Formed {
  deprecated?: Deprecation | undefined;
  responses?: Readonly<Record<number, unknown>>;
}

/** The step that represents what an endpoint of this definition answers. */
export const representAnswer = (definition: Formed): Step<AnsweredRequest, Answer | Result> =>
  atEnd(async request => {
    request.response = await represent(request.event, request.response as Answer, definition);
  });

/**
 * Converts a response to API Gateway's format, in the form that the request asks for. What a response says is decided before: a
 * response that is stored for an `Idempotency-Key` gets its form each time.
 */
export async function represent(
  request: AnsweredRequest,
  answer: Answer,
  { deprecated, responses }: Formed = {},
): Promise<Result> {
  const formed = withPageLinks(request, withProblemDetails(request, answer, responses));
  const result = gatewayAnswer(formed) as Result;
  const notices = deprecationHeaders(deprecated);
  const link = [result.headers?.['link'], notices['link']].filter(one => one !== undefined).join(', ');
  return negotiated(request, { ...result, headers: { ...result.headers, ...notices, ...(link && { link }) } }, answer.version);
}

/** The response with its entity tag, as 304 if the caller has it already, else compressed if the caller prefers it. */
export async function negotiated(request: AnsweredRequest, result: Result, version?: number): Promise<Result> {
  const { statusCode, body, isBase64Encoded } = result;
  if (!body || isBase64Encoded) return result;
  const headers = { ...result.headers };
  const compress = isCompressible(body) && prefersGzip(request);
  if (isCompressible(body)) headers['vary'] = 'accept-encoding';
  if (compress) headers['content-encoding'] = 'gzip';
  if (version !== undefined && statusCode === 200) {
    const tag = entityTag(body, version);
    headers['etag'] = compress ? gzippedTag(tag) : tag;
    if (isKnown(header(request, 'if-none-match'), tag)) {
      const { 'content-type': _type, 'content-encoding': _coding, ...kept } = headers;
      return { statusCode: 304, headers: kept };
    }
  }
  return compress ? { ...result, headers, body: await gzipped(body), isBase64Encoded: true } : { ...result, headers };
}
