import type { EndpointEntry } from './catalogue.ts';
import { type ApiCors, apiCors } from './cors.ts';
import { unmeantRoutes } from './routes.ts';

/**
 * The function that answers `GET /openapi.json`, the documentation site at `/docs` and all other requests without an endpoint. It is
 * not a file of `functions/`, because the document is made from those.
 */
export const DOCUMENT_FUNCTION = 'openapi';

export const ANY_METHOD = 'x-amazon-apigateway-any-method';
export const INTEGRATION = 'x-amazon-apigateway-integration';
const ENDPOINT = 'x-amazon-apigateway-endpoint-configuration';
export const CORS = 'x-amazon-apigateway-cors';

/** One operation of the body, as far as routing goes. */
export interface ApiOperation {
  operationId: string;
  /** Makes this the route for requests that match no other route; the path `/$default` alone does not. */
  isDefaultRoute?: true;
  [INTEGRATION]: { uri: unknown };
}

export interface ApiBody {
  openapi: '3.0.1';
  info: { title: string; version: string };
  servers?: { url: string; [ENDPOINT]: { disableExecuteApiEndpoint: boolean } }[];
  paths: Record<string, Record<string, ApiOperation>>;
  [CORS]: ApiCors;
}

export interface ApiBodyOptions {
  title: string;
  endpoints: readonly Pick<EndpointEntry, 'name' | 'handler'>[];
  /** Origins of the web application, whose browsers may call the API. */
  origins: readonly string[];
  /** The address on the stage's own domain: the API then answers only there. Left out, it answers at the address that AWS gives it. */
  onlyAt?: string | undefined;
  /** ARN of the role that invokes the functions; left out by the local gateway. */
  credentials?: unknown;
  /** The URI by which API Gateway invokes the function of this name. */
  uriOf(name: string): unknown;
}

/**
 * The routes in the form that API Gateway imports: OpenAPI 3.0 without the parts that API Gateway ignores. Stages are deployed with
 * it, and the local gateway uses it for routing.
 */
export function apiBody({ title, endpoints, origins, onlyAt, credentials, uriOf }: ApiBodyOptions): ApiBody {
  const paths: ApiBody['paths'] = {};
  const route = (method: string, path: string, name: string, more: object = {}): void => {
    (paths[path] ??= {})[method.toLowerCase()] = {
      operationId: name,
      ...pathParameters(path),
      ...more,
      ...{ responses: { default: { description: 'as in /openapi.json' } } },
      [INTEGRATION]: {
        ...{ type: 'AWS_PROXY', httpMethod: 'POST', payloadFormatVersion: '2.0', timeoutInMillis: 30_000 },
        ...{ credentials, uri: uriOf(name) },
      },
    };
  };
  for (const { name, handler } of endpoints) route(handler.definition.method, handler.definition.path, name);
  for (const { method, path } of unmeantRoutes(endpoints.map(({ handler }) => handler.definition)))
    route(method, path, DOCUMENT_FUNCTION, { operationId: `unmeant-${method.toLowerCase()}${path.replace(/\W+/g, '-')}` });
  route('GET', '/openapi.json', DOCUMENT_FUNCTION);
  route(ANY_METHOD, '/$default', DOCUMENT_FUNCTION, { operationId: 'unrouted', isDefaultRoute: true });
  const servers = onlyAt === undefined ? undefined : [{ url: onlyAt, [ENDPOINT]: { disableExecuteApiEndpoint: true } }];
  return { openapi: '3.0.1', info: { title, version: '1.0.0' }, ...(servers && { servers }), paths, [CORS]: apiCors(origins) };
}

function pathParameters(path: string): object {
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return inPath.length > 0 ? { parameters: inPath } : {};
}
