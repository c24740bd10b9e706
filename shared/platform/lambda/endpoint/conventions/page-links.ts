import { Answer } from '../answer.ts';
import type { AnsweredRequest } from './request.ts';

/** The fields of the pagination envelope that links need (REQ-62). */
interface Page {
  page: number;
  pages: number;
  limit: number;
}

/** Whether a body is a page of a list: it has the fields of the envelope. */
export const isPage = (body: unknown): body is Page =>
  typeof body === 'object' &&
  body !== null &&
  // Of an object any member may be asked for.
  ['page', 'pages', 'limit'].every(name => typeof (body as Record<string, unknown>)[name] === 'number');

/**
 * Adds the header `Link` (RFC 8288) to a page of a list: `first`, `prev`, `next` and `last`, with the query of the request. The links have no
 * host, so they are right at every address of the API.
 */
export function withPageLinks(request: AnsweredRequest, answer: Answer): Answer {
  const { status, body, headers } = answer;
  if (status !== 200 || request.requestContext.http.method !== 'GET' || !isPage(body)) return answer;
  const to = (page: number, relation: string): string => {
    const query = new URLSearchParams(request.rawQueryString ?? '');
    query.set('page', String(page));
    query.set('limit', String(body.limit));
    return `<${request.rawPath}?${query}>; rel="${relation}"`;
  };
  const last = Math.max(1, body.pages);
  const links = [
    to(1, 'first'),
    ...(body.page > 1 ? [to(Math.min(body.page - 1, last), 'prev')] : []),
    ...(body.page < last ? [to(body.page + 1, 'next')] : []),
    to(last, 'last'),
  ];
  return new Answer(status, body, { ...headers, link: links.join(', ') }, answer.version);
}
