import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { requireCaptcha } from '#shared/accounts/identity/sign-in/captcha.ts';
import { VatRegistryUnavailable, vatRegistry } from '#shared/authority/registries/vat-registry.ts';

vi.mock(import('#shared/platform/settings/secrets.ts'), () => ({ readSecret: () => Promise.resolve('s3cret') }));

/** Responses of other systems that must be rejected. */
const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  'a redirect': response => response.writeHead(307, { location: '/elsewhere' }).end(),
  'a flood': response => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = (): void => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
  'no JSON': response => response.end('<html>'),
  'a cut body': response => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('{"success":true,"isValid":true');
    response.socket?.destroy();
  },
  'an error': response => response.writeHead(500).end('{"success":true,"isValid":true}'),
};

let server: Server;
let answer: (response: ServerResponse) => void;
let followed = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/elsewhere') {
      followed++;
      response.end('{"success":true,"isValid":true}');
    } else answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv('VAT_REGISTRY_URL', url);
  vi.stubEnv('CAPTCHA_VERIFY_URL', `${url}/siteverify`);
});
afterEach(() => expect(followed).toBe(0));
afterAll(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

describe.each(Object.entries(ANSWERS))('%s', (_, respond) => {
  test('is an outage of the register of VAT numbers', async () => {
    answer = respond;
    await expect(vatRegistry()?.check('DE', '136695976')).rejects.toThrow(VatRegistryUnavailable);
  });

  test('is an outage of the captcha', async () => {
    answer = respond;
    await expect(requireCaptcha('token', '203.0.113.1')).rejects.toMatchObject({ status: 503 });
  });
});
