import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type Answer, problemAnswer, SECURITY_HEADERS } from '#shared/platform/lambda/endpoint/answer.ts';
import { negotiated, represent } from '#shared/platform/lambda/endpoint/conventions/represent.ts';
import { directRefusal } from '#shared/platform/lambda/endpoint/edge.ts';
import type { Site, SiteFile } from '../docs-site/site.ts';
import { createRouter, refusalOf } from './routes.ts';

/** The part of an API Gateway event that the answers depend on. */
export type DocumentEvent = Pick<APIGatewayProxyEventV2, 'rawPath' | 'requestContext'> &
  Partial<Pick<APIGatewayProxyEventV2, 'headers'>>;

/** Whether the path is one of the documentation site. */
export const isOfSite = (path: string): boolean => path === '/docs' || path.startsWith('/docs/');

/** For those who type the address of the API alone. An HTTP API can redirect only by a function. */
const TO_SITE = { statusCode: 302, headers: { location: '/docs', 'cache-control': 'no-store', ...SECURITY_HEADERS } };

/**
 * Answers `GET /openapi.json` with the OpenAPI document, `GET /docs…` with the documentation site, to which `GET /` leads, and every other request that has
 * no endpoint with 404 or 405 and an error body as of docs/errors.md.
 *
 * @param text the document, as JSON
 * @param site called for requests of the site only
 */
export function documentAnswers(
  text: string,
  site: () => Site,
): (event: DocumentEvent) => Promise<APIGatewayProxyStructuredResultV2> {
  // The generated document: its paths are records of operations by method.
  const { paths } = JSON.parse(text) as { paths: Record<string, object> };
  const route = createRouter(
    [...Object.entries(paths), ['/', { get: {} }] as const, ['/openapi.json', { get: {} }] as const].flatMap(([path, methods]) =>
      Object.keys(methods).map(method => ({ method: method.toUpperCase(), path })),
    ),
  );
  const document = {
    statusCode: 200,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=300',
      ...SECURITY_HEADERS,
    },
    body: text,
  };
  const siteFile = (path: string): SiteFile | undefined => {
    const files = isOfSite(path) ? site() : {};
    return Object.hasOwn(files, path) ? files[path] : undefined;
  };
  const fileOfSite = (path: string): APIGatewayProxyStructuredResultV2 | undefined => {
    const file = siteFile(path);
    if (!file) return undefined;
    // Always compressed: every browser takes gzip, and the largest file would otherwise be near the 6 MB that Lambda passes on.
    return { statusCode: 200, headers: { ...SECURITY_HEADERS, ...file.headers }, body: file.body, isBase64Encoded: true };
  };
  const found = async ({ rawPath, ...event }: DocumentEvent): Promise<APIGatewayProxyStructuredResultV2 | undefined> => {
    if (rawPath === '/') return TO_SITE;
    return rawPath === '/openapi.json' ? negotiated({ rawPath, ...event }, document) : fileOfSite(rawPath);
  };
  /** 404, or 405 for a path that answers other methods: one of an endpoint, of the document or of the site. */
  const refused = (method: string, path: string): Answer =>
    refusalOf(method !== 'GET' && siteFile(path) ? { kind: 'other-method', allowed: ['GET'] } : route(method, path), path);
  return async event => {
    const { rawPath, requestContext } = event;
    const { method } = requestContext.http;
    const direct = directRefusal(event);
    // API Gateway sends only requests here that no endpoint answers.
    const { headers, ...given } =
      (!direct && method === 'GET' && (await found(event))) ||
      (await represent(event, direct ? problemAnswer(direct) : refused(method, rawPath)));
    return { ...given, headers: { 'x-request-id': requestContext.requestId, ...headers } };
  };
}
