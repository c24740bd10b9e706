import { describe, expect, it } from 'vitest';
import { apiCors } from '../../infra/stage/cors.ts';
import type { Attachment, AttachmentUpload } from '../support/contract.ts';
import { useOwnService } from '../support/service.ts';
import { useTrader } from '../support/trader.ts';

/** Requests of a browser before, and headers that it reads after, requests of pages with another origin than the API's. */
const APP = 'http://localhost:5173';
const service = useOwnService({ appUrl: `${APP}/` });
const trader = useTrader({ service });

const preflight = (url: string, origin: string, method: string, headers = 'authorization,x-company') =>
  fetch(url, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
  });
const allowed = (answer: Response) => answer.headers.get('access-control-allow-origin');
const listed = (answer: Response, name: string) => (answer.headers.get(name) ?? '').split(/, ?/);

describe('the API, called by pages of the web application', () => {
  it('preflight: 204 with methods, headers and their lifetime, on every path', async () => {
    for (const path of ['/api/v1/invoices', '/api/auth/login', '/nowhere']) {
      const answer = await preflight(service().url + path, APP, 'PATCH');
      expect([path, answer.status, allowed(answer)]).toEqual([path, 204, APP]);
      expect(listed(answer, 'access-control-allow-headers')).toEqual(apiCors([]).allowHeaders);
      expect(listed(answer, 'access-control-allow-methods')).toEqual(apiCors([]).allowMethods);
      expect(answer.headers.get('access-control-max-age')).toBe('3600');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  it('responses and errors may be read, with the headers that say what to do next', async () => {
    for (const [path, status] of [
      ['/health', 200],
      ['/api/v1/invoices', 401],
      ['/nowhere', 404],
    ] as const) {
      const answer = await fetch(service().url + path, { headers: { origin: APP } });
      expect([path, answer.status, allowed(answer)]).toEqual([path, status, APP]);
      expect(listed(answer, 'access-control-expose-headers')).toEqual(expect.arrayContaining(['retry-after', 'x-request-id']));
    }
  });

  it('another origin is not allowed, and a request without an origin gets no headers', async () => {
    for (const origin of ['http://localhost:5174', 'https://localhost:5173', 'null']) {
      expect(allowed(await preflight(`${service().url}/health`, origin, 'GET'))).toBeNull();
      expect(allowed(await fetch(`${service().url}/health`, { headers: { origin } }))).toBeNull();
    }
    expect(allowed(await fetch(`${service().url}/health`))).toBeNull();
  });

  it('OPTIONS that is no preflight is an unknown method on every path', async () => {
    const answer = await fetch(`${service().url}/health`, { method: 'OPTIONS', headers: { origin: APP } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
  });
});

describe('files, posted and fetched by pages of the web application', () => {
  it('only they may post the form of an upload; a redirect to a file may be followed, though its origin is `null`', async () => {
    const { id } = await trader.draft();
    const bytes = new Uint8Array(5_000_000).fill(97);
    const { body: target } = await trader.request<AttachmentUpload>('POST', `/invoices/${id}/attachments/uploads`, {
      filename: 'a.txt',
      size: bytes.length,
    });

    expect(allowed(await preflight(target.url, APP, 'POST', 'content-type'))).toBe(APP);
    expect((await preflight(target.url, 'https://elsewhere.example', 'POST')).status).toBe(403);
    const form = new FormData();
    for (const [name, value] of Object.entries(target.fields)) form.set(name, value);
    form.set('file', new File([bytes], 'a.txt'));
    const posted = await fetch(target.url, { method: 'POST', body: form, headers: { origin: APP } });
    expect([posted.ok, allowed(posted)]).toEqual([true, APP]);
    const { body: attached } = await trader.request<Attachment>(
      'POST',
      `/invoices/${id}/attachments/uploads/${target.uploadId}/complete`,
    );

    const redirect = await service().api('GET', `/api/v1/invoices/${id}/attachments/${attached.id}`, {
      ...trader.scope,
      headers: { origin: APP },
    });
    expect([redirect.status, redirect.headers.get('access-control-allow-origin')]).toEqual([302, APP]);
    const location = redirect.headers.get('location') ?? '';
    const asked = await preflight(location, 'null', 'GET', 'x-company');
    expect([asked.status, allowed(asked), asked.headers.get('access-control-allow-headers')]).toEqual([200, '*', 'x-company']);
    const file = await fetch(location, { headers: { origin: 'null' } });
    expect([file.status, allowed(file), (await file.arrayBuffer()).byteLength]).toEqual([200, '*', bytes.length]);
  });

  it('the bucket returns nothing without a signature, whatever the origin', async () => {
    const { endpoint } = service().runtime.engines.s3;
    const answer = await fetch(`${endpoint}/invoicing-local-documents/x`, { headers: { origin: APP } });
    expect(answer.status).toBe(403);
  });
});
