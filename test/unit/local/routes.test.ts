import { describe, expect, it } from 'vitest';
import { createRouter } from '../../../infra/routes.ts';

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
  ])('%s %s goes to %s: fixed segments win over parameters', (method, path, template, params) => {
    expect(route(method, path)).toMatchObject({ kind: 'found', route: { path: template }, params });
  });

  it.each(['/nope', '/invoices/', '/invoices/17/issue/', '/'])('%s is unknown: an empty segment is no parameter', path => {
    expect(route('GET', path)).toEqual({ kind: 'unknown' });
  });

  it('a known path with another method tells the methods that it answers', () => {
    expect(route('PUT', '/invoices/17')).toEqual({ kind: 'other-method', allowed: ['GET', 'DELETE'] });
    expect(route('HEAD', '/invoices')).toEqual({ kind: 'other-method', allowed: ['GET'] });
    expect(route('GET', '/invoices/17/issue')).toEqual({ kind: 'other-method', allowed: ['POST'] });
  });

  it('two endpoints of the same method and form are refused, whatever their parameters are called', () => {
    const twice = [
      { method: 'GET', path: '/a/{id}' },
      { method: 'GET', path: '/a/{uuid}' },
    ];
    expect(() => createRouter(twice)).toThrow('Two endpoints answer GET /a/{uuid} and /a/{id}.');
  });
});
