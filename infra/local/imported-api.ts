import { ANY_METHOD, type ApiBody, type ApiOperation, INTEGRATION } from '../api-body.ts';
import { createRouter } from '../routes.ts';

/** A request's way to a function. */
export interface ImportedRoute {
  /** As API Gateway names the route: `GET /health`, `$default`. */
  key: string;
  method: string;
  /** The path's template. */
  path: string;
  operation: ApiOperation;
  params: Record<string, string>;
}

/**
 * Routes requests as an HTTP API created from this OpenAPI body does: a path's own method, else its `ANY`, else the default route. That is
 * the operation with `isDefaultRoute`; one that only has the path `/$default` answers that path alone. A request of HEAD has no
 * route unless the body names one.
 *
 * @returns a function that finds a request's route; undefined where none matches: API Gateway itself then answers 404
 */
export function importApi({ paths }: ApiBody): (method: string, path: string) => ImportedRoute | undefined {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, operation]) => ({ method: methodOf(name), path, operation })),
  );
  const byDefault = operations.find(({ operation }) => operation.isDefaultRoute);
  const named = operations.filter(one => one !== byDefault);
  const find = createRouter(named);
  return (method, path) => {
    const match = [method, ANY].map(wanted => find(wanted, path)).find(one => one.kind === 'found');
    if (match?.kind === 'found')
      return { ...match.route, key: `${match.route.method} ${match.route.path}`, params: match.params };
    return byDefault && { ...byDefault, key: '$default', params: {} };
  };
}

const ANY = 'ANY';
const methodOf = (name: string): string => (name === ANY_METHOD ? ANY : name.toUpperCase());

/** Name of the function that an operation invokes. @throws Error when its integration names none */
export function functionOf({ operationId, [INTEGRATION]: { uri } }: ApiOperation): string {
  const name = /:function:([^:/]+)\/invocations$/.exec(String(uri))?.[1];
  if (name === undefined) throw new Error(`The operation ${operationId} invokes no function.`);
  return name;
}

/** How the functions of the catalogue are invoked here, in the form of API Gateway's integrations. */
export const localUri = (name: string): string =>
  `arn:aws:apigateway:local:lambda:path/2015-03-31/functions/arn:aws:lambda:local:000000000000:function:${name}/invocations`;
