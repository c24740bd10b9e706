import { describe, expect, it } from 'vitest';
import { apiBody } from '../../../infra/api-body.ts';
import type { EndpointEntry } from '../../../infra/catalogue.ts';
import { functionOf, importApi, localUri } from '../../../infra/local/imported-api.ts';

const endpoint = (name: string, method: string, path: string): Pick<EndpointEntry, 'name' | 'handler'> => ({
  name,
  handler: { definition: { method, path } } as unknown as EndpointEntry['handler'],
});
const body = () =>
  apiBody({
    title: 'test',
    endpoints: [
      endpoint('things-get', 'GET', '/things/{id}'),
      endpoint('things-remove', 'DELETE', '/things/{id}'),
      endpoint('things-all', 'GET', '/things/all'),
    ],
    origins: [],
    uriOf: localUri,
  });

describe('An API as API Gateway imports it', () => {
  it.each([
    ['GET', '/things/7', 'things-get', { id: '7' }],
    ['GET', '/things/all', 'things-all', {}],
    ['DELETE', '/things/7', 'things-remove', { id: '7' }],
    ['DELETE', '/things/all', 'openapi', {}],
    ['GET', '/openapi.json', 'openapi', {}],
    ['PUT', '/things/7', 'openapi', {}],
    ['HEAD', '/things/7', 'openapi', {}],
    ['GET', '/nowhere', 'openapi', {}],
  ])('%s %s goes to %s', (method, path, name, params) => {
    const found = importApi(body())(method, path);
    expect(found).toMatchObject({ params });
    expect(found && functionOf(found.operation)).toBe(name);
  });

  it('without `isDefaultRoute` the path /$default is a path like any other, and nothing answers what no route fits', () => {
    const imported = body();
    delete imported.paths['/$default']?.['x-amazon-apigateway-any-method']?.isDefaultRoute;
    const route = importApi(imported);
    expect(route('GET', '/nowhere')).toBeUndefined();
    expect(route('HEAD', '/things/7')).toBeUndefined();
    expect(route('POST', '/$default')?.key).toBe('ANY /$default');
  });
});
