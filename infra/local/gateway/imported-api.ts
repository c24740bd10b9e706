import { ANY_METHOD, type ApiBody, type ApiIntegration, type ApiOperation, integrationOf } from '../../api/api-body.ts';
import { createRouter } from '../../api/routes.ts';

/** The route of a request. */
export interface ImportedRoute {
  /** As API Gateway names the route: `GET /health`, `$default`. */
  key: string;
  method: string;
  /** The path template of the route. */
  path: string;
  operation: ApiOperation;
  /** That of the operation, or the shared one that it refers to. */
  integration: ApiIntegration;
  params: Record<string, string>;
}

/**
 * Routes requests like an HTTP API that is created from this OpenAPI body: by the path that fits best and has the method, else to the
 * default route, the operation with `isDefaultRoute`. HEAD has no route unless the body has one.
 *
 * @returns a function that finds the route of a request; undefined if there is none, for which API Gateway itself responds with 404
 * @throws Error when an operation refers to an integration that the body does not have, or another route than the default one is for any method:
 * AWS does not document whether it wins over a route with the method and a parameter
 */
export function importApi(body: ApiBody): (method: string, path: string) => ImportedRoute | undefined {
  const operations = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, operation]) => ({
      ...{ method: name.toUpperCase(), path, operation, integration: integrationOf(body, operation) },
    })),
  );
  const byDefault = operations.find(({ operation }) => operation.isDefaultRoute);
  const named = operations.filter(one => one !== byDefault);
  const ofAny = named.find(({ method }) => method === ANY_METHOD.toUpperCase());
  if (ofAny)
    throw new Error(`The operation ${ofAny.operation.operationId} is for any method of ${ofAny.path}: name its methods.`);
  const find = createRouter(named);
  return (method, path) => {
    const match = find(method, path);
    if (match.kind === 'found') return { ...match.route, key: `${match.route.method} ${match.route.path}`, params: match.params };
    return byDefault && { ...byDefault, key: '$default', params: {} };
  };
}

/** The name of the function that a route invokes. @throws Error when its integration URI has none */
export function functionOf({ operation: { operationId }, integration: { uri } }: ImportedRoute): string {
  const name = /:function:([^:/]+)\/invocations$/.exec(String(uri))?.[1];
  if (name === undefined) throw new Error(`The operation ${operationId} invokes no function.`);
  return name;
}

/** The integration URI of a function of the catalogue, in the format of API Gateway. */
export const localUri = (name: string): string =>
  `arn:aws:apigateway:local:lambda:path/2015-03-31/functions/arn:aws:lambda:local:000000000000:function:${name}/invocations`;
