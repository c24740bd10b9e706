import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newEmail, PASSWORD } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';

const service = useOwnService();
let provider: Server;
beforeAll(async () => {
  // The token "solved" is valid, for a service that knows the secret.
  provider = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { secret, response: token } = Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString()));
      response.end(JSON.stringify({ success: secret === 'local-secret' && token === 'solved' }));
    });
  });
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
});
afterAll(() => {
  delete process.env['CAPTCHA_VERIFY_URL'];
  provider.closeAllConnections();
  provider.close();
});
const configured = (yes: boolean): void => {
  if (yes) process.env['CAPTCHA_VERIFY_URL'] = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`;
  else delete process.env['CAPTCHA_VERIFY_URL'];
};

describe('a captcha, where the deployment has a provider (ACC-96)', () => {
  test.each([
    ['/api/auth/register', 201],
    ['/api/auth/forgot-password', 200],
  ])('%s: 403 without and with a wrong token, %i with the right one; ignored without a provider', async (path, success) => {
    const post = async (captchaToken?: string) =>
      service().api('POST', path, { body: { email: newEmail(), password: PASSWORD, captchaToken } });
    configured(true);
    // Processes keep a secret for five minutes: each function reads its own.
    await service().advance('PT6M');
    const refused = { status: 403, body: { error: { code: 'forbidden', details: { reason: 'captcha' } } } };
    expect(await post()).toMatchObject(refused);
    expect(await post('guessed')).toMatchObject(refused);
    expect((await post('solved')).status).toBe(success);
    configured(false);
    expect((await post('anything')).status).toBe(success);
  });
});
