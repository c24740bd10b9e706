import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { taxauthClient } from '#shared/authority/taxauth/client/client.ts';
import { TaxauthRateLimited } from '#shared/authority/taxauth/client/errors.ts';
import { errorOf, ubl, uncounted } from './support.ts';

const TOKEN = 'eyJhbGciOiJSUzUxMiJ9.c2VjcmV0.c2lnbmF0dXJl';
const upload = { cif: '12345674', xml: ubl(), standard: 'UBL' as const };

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

async function served(listener: RequestListener): Promise<ReturnType<typeof taxauthClient>> {
  const listening = createServer(listener);
  server = listening;
  await new Promise<void>(resolve => listening.listen(0, '127.0.0.1', resolve));
  return taxauthClient({
    send: uncounted,
    baseUrl: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    token: TOKEN,
  });
}

describe('the meaning of a response or of its absence', () => {
  it.each([
    [
      400,
      '{"timestamp":"x","status":400,"error":"Bad Request","message":"Parametrul cif este obligatoriu"}',
      'TaxauthRefused',
      'Parametrul cif',
    ],
    [401, '', 'TaxauthUnauthorized', 'access token'],
    [403, 'Forbidden', 'TaxauthUnauthorized', 'access token'],
    [404, '<html>', 'TaxauthRefused', 'HTTP 404'],
    [413, '', 'TaxauthRefused', 'HTTP 413'],
    [500, '{"message":"x"}', 'TaxauthUnavailable', 'HTTP 500'],
    [503, '', 'TaxauthUnavailable', 'HTTP 503'],
    [502, '', 'TaxauthAnswerLost', 'HTTP 502'],
    [504, '', 'TaxauthAnswerLost', 'HTTP 504'],
    [302, '', 'TaxauthUnavailable', 'HTTP 302'],
    [200, '', 'TaxauthAnswerLost', 'not readable'],
  ])('upload with the response HTTP %i has its own meaning', async (status, body, name, text) => {
    const client = await served((_request, response) =>
      response.writeHead(status, { location: 'http://127.0.0.1:9/login' }).end(body),
    );
    const error = await errorOf(client.uploadInvoice(upload));
    expect(error.name).toBe(name);
    expect(error.message).toContain(text);
  });

  it('a gateway error of a reading call cannot lose anything', async () => {
    const client = await served((_request, response) => response.writeHead(504).end());
    expect((await errorOf(client.checkStatus('1'))).name).toBe('TaxauthUnavailable');
  });

  it.each([
    [{ 'retry-after': '120' }, 120],
    [{}, 60],
    [{ 'retry-after': 'soon' }, 60],
    [{ 'retry-after': '0' }, 1],
    [{ 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 1],
  ])('429 with %j waits %i seconds', async (headers, retryAfter) => {
    const client = await served((_request, response) => response.writeHead(429, headers).end());
    const error = await errorOf(client.uploadInvoice(upload));
    expect(error).toBeInstanceOf(TaxauthRateLimited);
    expect(error).toMatchObject({ retryAfter });
  });

  it('204 in place of a response is the limit', async () => {
    const client = await served((_request, response) => response.writeHead(204).end());
    expect((await errorOf(client.checkStatus('1'))).name).toBe('TaxauthRateLimited');
  });

  it('connection refused: nothing was sent', async () => {
    const client = await served(() => undefined);
    await new Promise(resolve => server?.close(resolve));
    const error = await errorOf(client.uploadInvoice(upload));
    expect(error).toMatchObject({ name: 'TaxauthUnavailable', message: expect.stringContaining('ECONNREFUSED') });
  });

  it('a reset before and a cut inside the response: it may have been accepted', async () => {
    const reset = await served(request => request.socket.destroy());
    expect((await errorOf(reset.uploadInvoice(upload))).name).toBe('TaxauthAnswerLost');
    server?.close();
    const cut = await served((_request, response) => {
      response.writeHead(200, { 'content-length': '500' });
      response.write('<?xml version="1.0"?><header ', () => response.destroy());
    });
    expect((await errorOf(cut.uploadInvoice(upload))).name).toBe('TaxauthAnswerLost');
  });

  it('an endless response is cut off', async () => {
    const client = await served((_request, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    expect(await errorOf(client.checkStatus('1'))).toMatchObject({
      name: 'TaxauthAnswerLost',
      message: expect.stringContaining('longer than'),
    });
  });
});

describe('the token', () => {
  it('is sent in the Authorization header and nowhere else; the body is the raw XML', async () => {
    let seen:
      { url?: string | undefined; authorization?: string | undefined; type?: string | undefined; body: string } | undefined;
    const client = await served((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', chunk => chunks.push(chunk));
      request.on('end', () => {
        const { url, headers } = request;
        seen = {
          url,
          authorization: headers.authorization,
          type: headers['content-type'],
          body: Buffer.concat(chunks).toString(),
        };
        response.end('<header xmlns="mfp:anaf:dgti:spv:respUploadFisier:v1" ExecutionStatus="0" index_incarcare="7"/>');
      });
    });
    await client.uploadInvoice({ ...upload, cif: 'ro 12345674', external: true });
    expect(seen).toEqual({
      url: '/upload?standard=UBL&cif=12345674&extern=DA',
      authorization: `Bearer ${TOKEN}`,
      type: 'text/plain',
      body: ubl(),
    });
  });

  it('is in no error, also when the response quotes it or the header cannot be built', async () => {
    const client = await served((_request, response) =>
      response.writeHead(400).end(JSON.stringify({ message: `bad token ${TOKEN}` })),
    );
    const quoted = await errorOf(client.checkStatus('1'));
    expect(quoted.message).toContain('bad token');
    const unusable = await errorOf(
      taxauthClient({ send: uncounted, baseUrl: 'http://127.0.0.1:9', token: `${TOKEN}\nx` }).checkStatus('1'),
    );
    expect(unusable).toMatchObject({ name: 'TaxauthUnauthorized', reason: 'token' });
    for (const error of [quoted, unusable])
      expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain(TOKEN);
  });
});
