import type { EndpointEntry } from '../catalogue.ts';
import { type ApiCors, apiCors } from '../stage/cors.ts';

/**
 * The function that answers `GET /openapi.json`, the documentation site at `/docs` and all other requests without an endpoint. It is
 * not a file of `functions/`, because the document is made from those.
 */
export const DOCUMENT_FUNCTION = 'openapi';

export const ANY_METHOD = 'x-amazon-apigateway-any-method';
export const INTEGRATION = 'x-amazon-apigateway-integration';
/** Integrations that several routes refer to (API Gateway, "x-amazon-apigateway-integrations object": only in HTTP APIs). */
export const INTEGRATIONS = 'x-amazon-apigateway-integrations';
const ENDPOINT = 'x-amazon-apigateway-endpoint-configuration';
export const CORS = 'x-amazon-apigateway-cors';

/** What a route invokes, as far as routing goes. */
export interface ApiIntegration {
  uri: unknown;
}

/** One operation of the body, as far as routing goes. */
export interface ApiOperation {
  operationId: string;
  /** Makes this the route for requests that match no other route; the path `/$default` alone does not. */
  isDefaultRoute?: true;
  /** The integration itself, or the pointer to one that other routes share. */
  [INTEGRATION]: ApiIntegration | { $ref: string };
}

export interface ApiBody {
  openapi: '3.0.1';
  info: { title: string; version: string };
  servers?: { url: string; [ENDPOINT]: { disableExecuteApiEndpoint: boolean } }[];
  paths: Record<string, Record<string, ApiOperation>>;
  components: { [INTEGRATIONS]: Record<string, ApiIntegration> };
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
 *
 * An API takes 300 integrations, which AWS does not raise, and each inline one counts: all routes to the function of the document share one.
 */
export function apiBody({ title, endpoints, origins, onlyAt, credentials, uriOf }: ApiBodyOptions): ApiBody {
  const paths: ApiBody['paths'] = {};
  const integration = (name: string): ApiIntegration => ({
    ...{ type: 'AWS_PROXY', httpMethod: 'POST', payloadFormatVersion: '2.0', timeoutInMillis: 30_000 },
    ...{ credentials, uri: uriOf(name) },
  });
  const route = (method: string, path: string, name: string, more: object = {}): void => {
    (paths[path] ??= {})[method.toLowerCase()] = {
      operationId: name,
      ...pathParameters(path),
      ...more,
      ...{ responses: { default: { description: 'as in /openapi.json' } } },
      [INTEGRATION]: name === DOCUMENT_FUNCTION ? { $ref: `${POINTER}${name}` } : integration(name),
    };
  };
  for (const { name, handler } of endpoints) route(handler.definition.method, handler.definition.path, name);
  route('GET', '/openapi.json', DOCUMENT_FUNCTION);
  route(ANY_METHOD, '/$default', DOCUMENT_FUNCTION, { operationId: 'unrouted', isDefaultRoute: true });
  const servers = onlyAt === undefined ? undefined : [{ url: onlyAt, [ENDPOINT]: { disableExecuteApiEndpoint: true } }];
  return {
    ...{ openapi: '3.0.1', info: { title, version: '1.0.0' }, ...(servers && { servers }) },
    ...{ paths, components: { [INTEGRATIONS]: { [DOCUMENT_FUNCTION]: integration(DOCUMENT_FUNCTION) } } },
    [CORS]: apiCors(origins),
  };
}

const POINTER = `#/components/${INTEGRATIONS}/`;

/** What an operation of the body invokes. @throws Error when its reference leads nowhere */
export function integrationOf({ components }: ApiBody, { operationId, [INTEGRATION]: given }: ApiOperation): ApiIntegration {
  if (!('$ref' in given)) return given;
  const name = given.$ref.startsWith(POINTER) ? given.$ref.slice(POINTER.length) : '';
  const shared = Object.hasOwn(components[INTEGRATIONS], name) ? components[INTEGRATIONS][name] : undefined;
  if (!shared) throw new Error(`The operation ${operationId} refers to ${given.$ref}, which is no integration.`);
  return shared;
}

/** The integrations that API Gateway makes of the body: each shared one once. */
export const integrationsOf = (body: ApiBody): ApiIntegration[] => [
  ...new Set([
    ...Object.values(body.components[INTEGRATIONS]),
    ...operationsOf(body).map(operation => integrationOf(body, operation)),
  ]),
];

/** The operations of all paths: a route each. */
export const operationsOf = ({ paths }: ApiBody): ApiOperation[] =>
  Object.values(paths).flatMap(methods => Object.values(methods));

function pathParameters(path: string): object {
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return inPath.length > 0 ? { parameters: inPath } : {};
}
