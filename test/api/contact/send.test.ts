import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { useService } from '../../support/service.ts';

const service = useService();

const FORM = { name: 'Ana „Pop” <x>', email: 'ana@test.example', subject: 'Întrebare', message: 'Prima.\n\nA doua: <b>&</b>' };
const send = (body: unknown) => service().api('POST', '/api/v1/contact', { body });
const received = async (to: string) => {
  await service().idle();
  return service().mailbox(to);
};

afterEach(() => {
  for (const name of ['CONTACT_EMAIL', 'CAPTCHA_VERIFY_URL']) delete process.env[name];
});

describe('POST /api/v1/contact', () => {
  test("200 sent: a mail to the operator, with the sender's address for replies", async () => {
    process.env['CONTACT_EMAIL'] = 'operator@invoicing.example';
    expect(await send(FORM)).toMatchObject({ status: 200, body: { status: 'sent' } });
    const [mail] = await received('operator@invoicing.example');
    expect(mail?.subject).toBe('[Contact] Întrebare');
    expect(mail?.headers['reply-to']).toContain('<ana@test.example>');
    expect(mail?.text).toContain('Prima.\n\nA doua: <b>&</b>');
    expect(mail?.html).toContain('A doua: &lt;b&gt;&amp;&lt;/b&gt;');
  });

  test('without a setting the mail is sent to the sender address of the service', async () => {
    expect((await send({ ...FORM, subject: 'Unset' })).status).toBe(200);
    expect((await received('no-reply@invoicing.example')).map(({ subject }) => subject)).toContain('[Contact] Unset');
  });

  test('400 with the missing and invalid fields', async () => {
    const { status, body } = await send({ ...FORM, name: undefined, email: 'ana' });
    expect(status).toBe(400);
    expect(Object.keys((body as { error: { details: object } }).error.details).toSorted()).toEqual(['email', 'name']);
  });

  test('requires a captcha where the deployment has a provider, and ignores it where it has none', async () => {
    expect((await send({ ...FORM, captchaToken: 'anything' })).status).toBe(200);
    const asked: string[] = [];
    let answer = '{"success":true}';
    const provider: Server = createServer((request, response) => {
      request.on('data', (part: Buffer) => asked.push(part.toString()));
      request.on('end', () => response.end(answer));
    });
    provider.listen(0, '127.0.0.1');
    await once(provider, 'listening');
    process.env['CAPTCHA_VERIFY_URL'] = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/siteverify`;
    const captcha = { status: 403, body: { error: { details: { reason: 'captcha' } } } };
    expect(await send(FORM)).toMatchObject(captcha);
    expect((await send({ ...FORM, captchaToken: 'solved' })).status).toBe(200);
    expect(asked).toEqual([expect.stringMatching(/^secret=local-secret&response=solved&remoteip=/)]);
    answer = '{"success":false}';
    expect(await send({ ...FORM, captchaToken: 'guessed' })).toMatchObject(captcha);
    answer = 'out of order';
    expect((await send({ ...FORM, captchaToken: 'solved' })).status).toBe(503);
    provider.closeAllConnections();
    provider.close();
  });
});
