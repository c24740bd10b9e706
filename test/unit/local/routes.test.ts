import { describe, expect, it } from 'vitest';
import { createRouter, otherRoutes } from '../../../infra/api/routes.ts';

const route = createRouter([
  { method: 'GET', path: '/invoices' },
  { method: 'GET', path: '/invoices/{uuid}' },
  { method: 'DELETE', path: '/invoices/{uuid}' },
  { method: 'GET', path: '/invoices/export' },
  { method: 'POST', path: '/invoices/{uuid}/issue' },
  { method: 'GET', path: '/invoices/{uuid}/attachments/{attachmentId}' },
]);

describe('routing by method and path template', () => {
  it.each([
    ['GET', '/invoices', '/invoices', {}],
    ['GET', '/invoices/17', '/invoices/{uuid}', { uuid: '17' }],
    ['GET', '/invoices/export', '/invoices/export', {}],
    ['DELETE', '/invoices/export', '/invoices/{uuid}', { uuid: 'export' }],
    ['POST', '/invoices/17/issue', '/invoices/{uuid}/issue', { uuid: '17' }],
    ['GET', '/invoices/17/attachments/3', '/invoices/{uuid}/attachments/{attachmentId}', { uuid: '17', attachmentId: '3' }],
    ['GET', '/invoices/a%20b%2Fc', '/invoices/{uuid}', { uuid: 'a b/c' }],
    ['GET', '/invoices/%E0%A4', '/invoices/{uuid}', { uuid: '%E0%A4' }],
  ])('%s %s goes to %s: fixed segments take precedence over parameters', (method, path, template, params) => {
    expect(route(method, path)).toMatchObject({ kind: 'found', route: { path: template }, params });
  });

  it.each(['/nope', '/invoices/', '/invoices/17/issue/', '/'])('%s is unknown: an empty segment is no parameter', path => {
    expect(route('GET', path)).toEqual({ kind: 'unknown' });
  });

  it('a known path with another method returns the methods that it has', () => {
    expect(route('PUT', '/invoices/17')).toEqual({ kind: 'other-method', allowed: ['GET', 'DELETE'] });
    expect(route('HEAD', '/invoices')).toEqual({ kind: 'other-method', allowed: ['GET'] });
    expect(route('GET', '/invoices/17/issue')).toEqual({ kind: 'other-method', allowed: ['POST'] });
    expect(route('PUT', '/invoices/export')).toEqual({ kind: 'other-method', allowed: ['GET'] });
  });

  it('two endpoints of the same method and form are rejected, whatever the names of their parameters', () => {
    const twice = [
      { method: 'GET', path: '/a/{id}' },
      { method: 'GET', path: '/a/{uuid}' },
    ];
    expect(() => createRouter(twice)).toThrow('Two endpoints answer GET /a/{uuid} and /a/{id}.');
  });
});

describe('routes of other paths, whose fixed word a route would take for the id of a record', () => {
  const others = (own: string, ...routes: string[]): string[] => {
    const [route, ...rest] = [own, ...routes].map(one => one.split(' ')).map(([method = '', path = '']) => ({ method, path }));
    return route ? otherRoutes([route, ...rest])(route) : [];
  };

  it('are those without the method of the route: others are routed by themselves', () => {
    const routes = ['GET /invoices/export', 'POST /invoices/bulk', 'PUT /invoices/bulk', 'GET /invoices/{uuid}/pdf'];
    expect(others('DELETE /invoices/{uuid}', ...routes)).toEqual([
      'GET /invoices/export',
      'POST /invoices/bulk',
      'PUT /invoices/bulk',
    ]);
    expect(others('GET /invoices/{uuid}', ...routes)).toEqual(['POST /invoices/bulk', 'PUT /invoices/bulk']);
    expect(others('POST /invoices/bulk', 'DELETE /invoices/{uuid}')).toEqual([]);
  });

  it('also where the word is before other segments', () => {
    expect(others('POST /a/{uuid}/lines/{lineId}', 'GET /a/all/lines/{lineId}', 'GET /a/{uuid}/lines/first')).toEqual([
      'GET /a/all/lines/{lineId}',
      'GET /a/{uuid}/lines/first',
    ]);
  });

  it('with the methods of paths that take the word as a name, too', () => {
    expect(others('DELETE /a/{uuid}', 'GET /a/all', 'PUT /a/{name}')).toEqual(['GET /a/all', 'PUT /a/all']);
  });

  it.each([
    ['a parameter that may be any word', 'POST /share/{token}', 'GET /share/help'],
    ['paths of another length', 'DELETE /a/{uuid}', 'GET /a/all/more'],
    ['paths that no request matches both', 'POST /a/{uuid}/send', 'GET /a/accept/{token}'],
    ['the same path', 'GET /a/{uuid}', 'DELETE /a/{uuid}'],
  ])('not for %s', (_, own, other) => {
    expect(others(own, other)).toEqual([]);
  });
});
