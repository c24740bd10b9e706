import { describe, expect, it } from 'vitest';
import { createRouter, unmeantRoutes } from '../../../infra/api/routes.ts';

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

describe('requests that would take a fixed word of a path for the id of a record', () => {
  const unmeant = (...routes: [method: string, path: string][]): string[] =>
    unmeantRoutes(routes.map(([method, path]) => ({ method, path }))).map(({ method, path }) => `${method} ${path}`);

  it('get routes of their own: the methods that only the path with the id has', () => {
    const routes: [string, string][] = [
      ['GET', '/invoices/{uuid}'],
      ['DELETE', '/invoices/{uuid}'],
      ['GET', '/invoices/export'],
      ['POST', '/invoices/bulk'],
    ];
    expect(unmeant(...routes)).toEqual(['DELETE /invoices/export', 'GET /invoices/bulk', 'DELETE /invoices/bulk']);
  });

  it('also where the word is before other segments', () => {
    expect(
      unmeant(['POST', '/a/{uuid}/lines/{lineId}'], ['GET', '/a/all/lines/{lineId}'], ['GET', '/a/{uuid}/lines/first']),
    ).toEqual(['POST /a/all/lines/{lineId}', 'POST /a/{uuid}/lines/first']);
  });

  it.each<[string, ...[string, string][]]>([
    ['a parameter that may be any word', ['POST', '/share/{token}'], ['GET', '/share/help']],
    ['paths of another length', ['DELETE', '/a/{uuid}'], ['GET', '/a/all/more']],
    ['paths that no request matches both', ['POST', '/a/{uuid}/send'], ['GET', '/a/accept/{token}']],
    ['one path alone', ['GET', '/a/{uuid}'], ['DELETE', '/a/{uuid}']],
  ])('not for %s', (_, ...routes) => {
    expect(unmeant(...routes)).toEqual([]);
  });
});
