import { request } from 'node:http';
import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { sesv2 } from '#shared/platform/aws/sesv2.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { organizationKey, tableName } from '#shared/platform/store/table.ts';
import { startRuntime } from '../../../infra/local/runtime.ts';
import { useOwnService } from '../../support/service.ts';
import { catalogueOf } from './fixture.ts';

const service = useOwnService({ catalogue: catalogueOf({}), machines: [] });
const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const answer = await service().api(method, path, { body, headers });
  return { status: answer.status, body: answer.body as Record<string, unknown>, type: answer.headers.get('content-type') };
};

const mail = [
  'From: a@invoicing.example',
  'To: b@test.example',
  'Subject: Hello',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=x',
  '',
  '--x',
  'Content-Type: text/plain',
  '',
  'Text',
  '--x',
  'Content-Type: application/pdf; name=a.pdf',
  'Content-Disposition: attachment; filename=a.pdf',
  '',
  '%PDF',
  '--x--',
  '',
].join('\r\n');

describe('the mailbox', () => {
  it('shows sent mails, as JSON and as a page, returns attachments, accepts feedback, and can be cleared', async () => {
    const { MessageId } = await sesv2().send(
      new SendEmailCommand({
        Content: { Raw: { Data: Buffer.from(mail) } },
        ConfigurationSetName: process.env['MAIL_CONFIGURATION_SET'],
      }),
    );
    const { body } = await call('GET', '/_local/mailbox?to=b@test.example');
    const [message] = body['messages'] as { id: string }[];
    expect(message).toMatchObject({ messageId: MessageId, subject: 'Hello', attachments: [{ filename: 'a.pdf' }] });
    expect((await call('GET', '/_local/mailbox?to=nobody@test.example')).body).toEqual({ messages: [] });

    const page = await call('GET', '/_local/mailbox', undefined, { accept: 'text/html' });
    expect(page.type).toContain('text/html');
    expect(String(page.body)).toContain('Hello');

    const attachment = await call('GET', `/_local/mailbox/${message?.id}/attachments/0`);
    expect(attachment).toMatchObject({ status: 200, type: 'application/pdf' });
    expect(String(attachment.body).trim()).toBe('%PDF');
    expect((await call('GET', `/_local/mailbox/${message?.id}/attachments/1`)).status).toBe(404);

    expect(
      (await call('POST', '/_local/ses-events', { messageId: MessageId, type: 'bounce', bounceType: 'Permanent' })).status,
    ).toBe(202);
    expect((await call('POST', '/_local/ses-events', { messageId: MessageId, type: 'vanish' })).status).toBe(400);
    expect((await call('POST', '/_local/ses-events', { messageId: 'unknown', type: 'open' })).status).toBe(404);

    expect((await call('DELETE', '/_local/mailbox')).status).toBe(204);
    expect((await call('GET', '/_local/mailbox')).body).toEqual({ messages: [] });
  });
});

describe('the clock', () => {
  it('is turned, stopped and reset, and the program follows it', async () => {
    expect(await call('POST', '/_local/clock', { set: '2030-01-02T03:04:05Z' })).toMatchObject({
      status: 200,
      body: { frozen: false },
    });
    expect(now().getUTCFullYear()).toBe(2030);
    await call('POST', '/_local/clock', { freeze: true });
    const { body: before } = await call('GET', '/_local/clock');
    const { body: after } = await call('POST', '/_local/clock', { advance: 'PT36H' });
    expect(Date.parse(String(after['now'])) - Date.parse(String(before['now']))).toBe(36 * 3_600_000);
    expect(after['frozen']).toBe(true);
    await call('POST', '/_local/clock', { reset: true });
    expect(Math.abs(now().getTime() - Date.now())).toBeLessThan(1000);
  });
});

describe('the tax authority', () => {
  it('accepts settings of its behaviour, issues tokens and accepts messages', async () => {
    expect(await call('PUT', '/_local/taxauth', { mode: 'reject', errors: ['E1'] })).toMatchObject({
      status: 200,
      body: { mode: 'reject', errors: ['E1'], processing: 1 },
    });
    expect((await call('GET', '/_local/taxauth')).body).toMatchObject({ mode: 'reject' });
    expect((await call('PUT', '/_local/taxauth', { mode: 'asleep' })).status).toBe(400);
    await call('PUT', '/_local/taxauth', { mode: 'ok' });
    const { status, body } = await call('POST', '/_local/taxauth/tokens', { cif: 'RO40123452', expiresInDays: 5 });
    expect(status).toBe(201);
    expect(String(body['token']).length).toBeGreaterThan(20);
    expect((await call('GET', '/_local/taxauth/received')).body).toEqual({ uploads: [], declarations: [] });
    expect((await call('GET', '/_local/taxauth/inbox')).body).toEqual({ messages: [] });
  });
});

describe('the identity provider', () => {
  it('signs ID tokens that its published keys verify; an expired one is rejected', async () => {
    const keys = createLocalJWKSet((await call('GET', '/_local/idp/jwks')).body as unknown as JSONWebKeySet);
    const expected = { issuer: process.env['IDP_ISSUER'], audience: process.env['IDP_AUDIENCE'] } as {
      issuer: string;
      audience: string;
    };
    const { body } = await call('POST', '/_local/idp/tokens', { sub: '1', email: 'a@test.example', name: 'A B' });
    const { payload } = await jwtVerify(String(body['idToken']), keys, expected);
    expect(payload).toMatchObject({ sub: '1', email: 'a@test.example', email_verified: true, name: 'A B' });

    const expired = await call('POST', '/_local/idp/tokens', { sub: '1', email: 'a@test.example', expired: true });
    await expect(jwtVerify(String(expired.body['idToken']), keys, expected)).rejects.toThrow(/exp/);
    const foreign = await call('POST', '/_local/idp/tokens', { sub: '1', email: 'a@test.example', audience: 'other' });
    await expect(jwtVerify(String(foreign.body['idToken']), keys, expected)).rejects.toThrow(/aud/);
    expect((await call('POST', '/_local/idp/tokens', { sub: '1' })).status).toBe(400);
  });
});

describe('plans', () => {
  it('can be set on an existing organization', async () => {
    const key = organizationKey('17', 'ORGANIZATION');
    await dynamodb().send(
      new PutCommand({ TableName: tableName(), Item: { ...key, kind: 'organization', data: { plan: 'business', name: 'X' } } }),
    );
    expect(await call('PUT', '/_local/plans/17', { plan: 'freemium' })).toMatchObject({
      status: 200,
      body: { plan: 'freemium' },
    });
    expect(await getItem(key)).toMatchObject({ data: { plan: 'freemium', name: 'X' } });
    expect((await call('PUT', '/_local/plans/18', { plan: 'freemium' })).status).toBe(404);
    expect((await call('PUT', '/_local/plans/17', { plan: 'gold' })).status).toBe(400);
  });
});

describe('the data folder', () => {
  it('belongs to one process at a time, and a second one gets an error that says so', async () => {
    const second = startRuntime({ port: 0, dataDir: service().dataDir, catalogue: catalogueOf({}), machines: [] });
    await expect(second).rejects.toThrow(/is in use by process \d+\. Stop it, or choose another folder with DATA_DIR/);
  });
});

describe('pages of other origins', () => {
  const ask = (method: string, path: string, headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      request(`${service().url}${path}`, { method, headers }, answer => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .once('error', reject)
        .end();
    });

  it.each([
    ['GET', '/_local/mailbox', { host: 'evil.example' }],
    ['POST', '/_local/clock', { origin: 'http://evil.example', 'content-type': 'text/plain' }],
    ['DELETE', '/_local/mailbox', { origin: 'null' }],
  ])('neither read nor change anything here: %s %s %j is 403', async (method, path, headers) => {
    expect(await ask(method, path, headers)).toBe(403);
  });

  it("the runtime's own pages may", async () => {
    const { host } = new URL(service().url);
    expect(await ask('GET', '/_local/mailbox', { origin: `http://${host}` })).toBe(200);
  });
});
