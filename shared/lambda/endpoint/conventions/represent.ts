import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type Answer, gatewayAnswer } from '../answer.ts';
import { withPageLinks } from './page-links.ts';
import { withProblemDetails } from './problem-details.ts';
import type { AnsweredRequest } from './request.ts';

/**
 * Converts a response to API Gateway's format, in the form that the request asks for. What a response says is decided before: a
 * response that is stored for an `Idempotency-Key` gets its form anew each time.
 */
export const represent = (request: AnsweredRequest, answer: Answer): APIGatewayProxyStructuredResultV2 =>
  gatewayAnswer(withPageLinks(request, withProblemDetails(request, answer)));
