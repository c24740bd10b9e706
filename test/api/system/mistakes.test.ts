import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiRequest } from '../../../infra/local/api-client.ts';
import { type Scope, useService } from '../../support/service.ts';

/** The responses to common mistakes of integrators: the error of the contract, with a message that says what to change. */

const service = useService();
let scope: Scope;
beforeAll(async () => {
  scope = await service().newCompany(await service().newUser());
});

interface Refused {
  error: { message: string; details?: object };
}

async function refused(method: string, path: string, request: ApiRequest = {}): Promise<[status: number, message: string]> {
  const { status, body } = await service().api(method, path, { ...scope, ...request });
  return [status, (body as Refused).error.message];
}

describe('the company of a request', () => {
  test.each([
    ['the tax number', '40123460', 'X-Company must be a UUID.'],
    ['two ids', '01890a5d-ac96-774b-bcce-b302099a8057,01890a5d-ac96-774b-bcce-b302099a8058', 'X-Company must be a UUID.'],
    ['an unknown id', '01890a5d-ac96-774b-bcce-b302099a8057', 'No access to this company.'],
  ])('%s in X-Company: 403', async (_, company, message) => {
    expect(await refused('GET', '/api/v1/clients', { company })).toEqual([403, message]);
    expect(await refused('GET', '/api/v1/me', { company })).toEqual([403, message]);
  });

  test('without X-Company: 403', async () => {
    expect(await refused('GET', '/api/v1/clients', { company: undefined })).toEqual([403, 'Header X-Company is missing.']);
  });

  test('X-Organization that is no UUID: 403; next to X-Company it is ignored', async () => {
    const headers = { 'x-organization': 'mine' };
    expect(await refused('GET', '/api/v1/me', { company: undefined, headers })).toEqual([403, 'X-Organization must be a UUID.']);
    expect((await service().api('GET', '/api/v1/me', { ...scope, headers })).status).toBe(200);
  });
});

describe('bodies', () => {
  const json = { 'content-type': 'application/json' };

  test('a comma in a number: 400 with the place', async () => {
    const body = '{\n  "name": "Stol",\n  "unitPrice": 12,5\n}';
    const message = 'The body is not valid JSON at line 3, column 19.';
    expect(await refused('POST', '/api/v1/products', { body, headers: json })).toEqual([400, message]);
  });

  test.each(['gzip', 'br', 'deflate'])('compressed by %s: 415', async encoding => {
    const request = { body: gzipSync('{"name":"Stol","unitPrice":12.5}'), headers: { ...json, 'content-encoding': encoding } };
    const message = 'Content-Encoding must be identity, or absent.';
    expect(await refused('POST', '/api/v1/products', request)).toEqual([415, message]);
  });
});

test('?page=0: 422 that says what a page must be', async () => {
  const { status, body } = await service().api('GET', '/api/v1/clients?page=0', scope);
  expect([status, (body as Refused).error.details]).toEqual([422, { page: ['must be at least 1'] }]);
});

describe('paths and methods', () => {
  test.each([
    ['GET', '/api/v1/clients/bulk-delete', 'POST'],
    ['PATCH', '/api/v1/products/bulk-delete', 'POST'],
    ['PATCH', '/api/v1/api-tokens/scopes', 'GET'],
    ['DELETE', '/api/v1/webhooks/events', 'GET'],
  ])('%s %s: 405 that allows %s only, not the 404 of a record with that name', async (method, path, allow) => {
    const answer = await service().api(method, path, { ...scope, ...(method !== 'GET' && { body: {} }) });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
    expect(answer.body).toEqual({ error: { code: 'method_not_allowed', message: `${path} answers ${allow}.` } });
  });

  test('DELETE /api/v1/clients/bulk-delete: 405 before anything is read, without a credential, in the form that is asked for', async () => {
    const path = '/api/v1/clients/bulk-delete';
    const answer = await service().api('DELETE', path, { headers: { accept: 'application/problem+json' } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    expect(answer.body).toMatchObject({ type: 'about:blank', title: 'Method Not Allowed', detail: `${path} answers POST.` });
    expect(service().runtime.meter.last(1)[0]?.dynamodb).toMatchObject({ calls: 0 });
  });

  test.each(['bulk-deletes', 'bulk%2Ddelete', 'all'])(
    'PATCH /api/v1/clients/%s: the 404 of a record, as for any word',
    async word => {
      expect(await refused('PATCH', `/api/v1/clients/${word}`, { body: {} })).toEqual([404, 'Resource not found.']);
    },
  );

  test('a path with a fixed word: 405 also where its id is invalid', async () => {
    expect(await refused('GET', '/api/v1/invoices/first/attachments/uploads')).toEqual([
      405,
      '/api/v1/invoices/first/attachments/uploads answers POST.',
    ]);
    expect(await refused('GET', '/api/v1/invoices/first/attachments/second')).toEqual([404, 'Resource not found.']);
    const upload = { body: { fileName: 'a.pdf', contentType: 'application/pdf', size: 1 } };
    expect((await refused('POST', '/api/v1/invoices/first/attachments/uploads', upload))[0]).toBe(404);
  });

  test('/ leads to the page of the local runtime', async () => {
    const { status, headers } = await fetch(`${service().url}/`, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([302, '/_local']);
  });

  test('/api says where the description is', async () => {
    expect(await refused('GET', '/api')).toEqual([404, 'There is no /api. GET /openapi.json describes what there is.']);
    const document = await service().api('GET', '/openapi.json');
    expect([document.status, document.headers.get('x-request-id')]).toEqual([200, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });
});
