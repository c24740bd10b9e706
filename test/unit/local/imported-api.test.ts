import { describe, expect, it } from 'vitest';
import { apiBody, type ApiBody, integrationsOf, operationsOf } from '../../../infra/api/api-body.ts';
import type { EndpointEntry } from '../../../infra/catalogue.ts';
import { functionOf, importApi, localUri } from '../../../infra/local/gateway/imported-api.ts';

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

describe('an API as API Gateway imports it', () => {
  it.each([
    ['GET', '/things/7', 'things-get', { id: '7' }],
    ['GET', '/things/all', 'things-all', {}],
    ['DELETE', '/things/7', 'things-remove', { id: '7' }],
    // The function answers 405.
    ['DELETE', '/things/all', 'things-remove', { id: 'all' }],
    ['GET', '/openapi.json', 'openapi', {}],
    ['PUT', '/things/7', 'openapi', {}],
    ['HEAD', '/things/7', 'openapi', {}],
    ['GET', '/nowhere', 'openapi', {}],
  ])('%s %s goes to %s', (method, path, name, params) => {
    const found = importApi(body())(method, path);
    expect(found).toMatchObject({ params });
    expect(found && functionOf(found)).toBe(name);
  });

  it('has one integration for each endpoint, and one for all routes that the function of the document serves', () => {
    expect(operationsOf(body()).length).toBe(5);
    expect(integrationsOf(body()).map(({ uri }) => uri)).toEqual(
      ['openapi', 'things-get', 'things-remove', 'things-all'].map(localUri),
    );
  });

  it.each(['#/components/x-amazon-apigateway-integrations/other', '#/components/schemas/openapi', 'toString'])(
    'is rejected when a route refers to %s, which has no integration',
    $ref => {
      const imported: ApiBody = body();
      const document = imported.paths['/openapi.json']?.['get'];
      if (document) document['x-amazon-apigateway-integration'] = { $ref };
      expect(() => importApi(imported)).toThrow(`The operation openapi refers to ${$ref}, which is no integration.`);
    },
  );

  it('without a default route, requests without a route are not served', () => {
    const imported = body();
    delete imported.paths['/$default'];
    const route = importApi(imported);
    expect(route('GET', '/nowhere')).toBeUndefined();
    expect(route('HEAD', '/things/7')).toBeUndefined();
  });

  it('is rejected with a route for any method that is not the default route, which the path /$default alone does not make', () => {
    const imported = body();
    delete imported.paths['/$default']?.['x-amazon-apigateway-any-method']?.isDefaultRoute;
    expect(() => importApi(imported)).toThrow('The operation unrouted is for any method of /$default: name its methods.');
  });
});
