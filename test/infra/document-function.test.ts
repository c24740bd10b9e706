import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bundleDocumentFunction } from '../../infra/bundle/document.ts';
import { docsSite } from '../../infra/docs-site/site.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';

type Handler = (event: object) => Promise<APIGatewayProxyStructuredResultV2>;

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'document-'));
const document = {
  openapi: '3.1.1',
  paths: { '/api/v1/things/{id}': { get: {}, delete: {} }, '/api/v1/things/all': { get: {} } },
};
let handler: Handler;

beforeAll(async () => {
  const target = await bundleDocumentFunction(document, docsSite(), relative(root, folder));
  ({ handler } = (await import(pathToFileURL(join(target, 'openapi.mjs')).href)) as { handler: Handler });
});
afterAll(() => rmSync(folder, { recursive: true }));

const ask = (method: string, rawPath: string, headers: Record<string, string> = {}) =>
  handler({ rawPath, headers, requestContext: { requestId: 'r-1', http: { method, sourceIp: '192.0.2.7' } } });

describe('responses to requests that no endpoint serves, on a deployed stage', () => {
  it('the document is returned', async () => {
    const { statusCode, body } = await ask('GET', '/openapi.json');
    expect([statusCode, JSON.parse(body ?? '')]).toEqual([200, document]);
  });

  it('the documentation site is returned', async () => {
    const { statusCode, headers, body, isBase64Encoded } = await ask('GET', '/docs');
    expect([statusCode, isBase64Encoded, headers?.['content-encoding'], headers?.['x-request-id']]).toEqual([
      200,
      true,
      'gzip',
      'r-1',
    ]);
    expect(gunzipSync(Buffer.from(body ?? '', 'base64')).toString()).toContain('<div id="reference">');
  });

  it('the address alone leads to the documentation', async () => {
    const { statusCode, headers, body } = await ask('GET', '/');
    expect([statusCode, headers?.['location'], body]).toEqual([302, '/docs', undefined]);
  });

  it.each([
    ['POST', '/', 405, 'method_not_allowed', 'GET'],
    ['GET', '/api/v1/other', 404, 'not_found', undefined],
    ['POST', '/openapi.yaml', 404, 'not_found', undefined],
    ['PUT', '/api/v1/things/7', 405, 'method_not_allowed', 'GET, DELETE'],
    ['POST', '/api/v1/things/all', 405, 'method_not_allowed', 'GET'],
    ['DELETE', '/api/v1/things/all', 405, 'method_not_allowed', 'GET'],
    ['HEAD', '/api/v1/things/7', 405, 'method_not_allowed', 'GET, DELETE'],
    ['POST', '/openapi.json', 405, 'method_not_allowed', 'GET'],
    ['HEAD', '/openapi.json', 405, 'method_not_allowed', 'GET'],
    ['PUT', '/docs', 405, 'method_not_allowed', 'GET'],
    ['HEAD', '/docs', 405, 'method_not_allowed', 'GET'],
    ['DELETE', '/docs/guides/errors', 405, 'method_not_allowed', 'GET'],
    ['POST', '/docs/nothing', 404, 'not_found', undefined],
  ])('%s %s: %i in the format of the contract', async (method, path, status, code, allow) => {
    const answer = await ask(method, path);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'x-request-id': 'r-1' });
    expect(answer.headers?.['allow']).toBe(allow);
    expect(JSON.parse(answer.body ?? '')).toEqual({ error: { code, message: expect.any(String) as string } });
  });

  it('an unknown path: the response says that the document describes the endpoints', async () => {
    const { body } = await ask('GET', '/api');
    expect(JSON.parse(body ?? '')).toMatchObject({
      error: { message: 'There is no /api. GET /openapi.json describes what there is.' },
    });
  });

  it('on a stage that is closed to requests around its edge, only requests through the edge are served', async () => {
    vi.stubEnv('EDGE_PROOFS', sha256('the-secret'));
    vi.stubEnv('EDGE_ONLY', 'on');
    try {
      for (const [method, path] of [
        ['GET', '/openapi.json'],
        ['GET', '/docs'],
        ['PUT', '/other'],
      ] as const) {
        const { statusCode, body } = await ask(method, path, { 'x-origin-verify': 'a-guess' });
        expect([statusCode, JSON.parse(body ?? '')]).toMatchObject([403, { error: { details: { reason: 'direct_request' } } }]);
      }
      expect((await ask('GET', '/openapi.json', { 'x-origin-verify': 'the-secret' })).statusCode).toBe(200);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});
