import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Problem } from '#shared/base/kernel/errors.ts';
import { Answer, problemAnswer } from '../answer.ts';
import type { ErrorPage } from '../definition.ts';
import { header } from '../request.ts';

/** How an endpoint with pages answers errors: to browsers, which accept HTML, with a page of the same status; else as JSON. */
export const errorPageFor =
  (event: APIGatewayProxyEventV2, page: ErrorPage) =>
  (problem: Problem): Answer => {
    const answer = problemAnswer(problem);
    if (!/\btext\/html\b/i.test(header(event, 'accept') ?? '')) return answer;
    const { html, headers } = page(problem, event.queryStringParameters?.['lang'], header(event, 'accept-language'));
    return new Answer(answer.status, html, { ...answer.headers, ...headers });
  };
