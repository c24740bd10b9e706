import type { Context } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { handler } from '../../../functions/tasks/post-webhook.ts';
import type { Engine } from '../../../infra/local/engines/http.ts';
import { startLambda } from '../../../infra/local/engines/lambda.ts';
import { POST_WEBHOOK } from '../../../infra/stage/names.ts';
import { forgetClients } from '#shared/platform/aws/client.ts';
import { invokePostWebhook } from '#shared/output/webhooks/post/invoke.ts';
import { answer, message, startReceiver } from './receiver.ts';

const context = { awsRequestId: 'test', functionName: POST_WEBHOOK, getRemainingTimeInMillis: () => 15_000 } as Context;

let engine: Engine;
beforeAll(async () => {
  engine = await startLambda({ invoke: (_, payload) => handler(payload, context), has: name => name === POST_WEBHOOK });
});
afterAll(() => engine.stop());

beforeEach(() => {
  vi.stubEnv('AWS_ENDPOINT_URL_LAMBDA', engine.endpoint);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  vi.stubEnv('POST_WEBHOOK_FUNCTION', POST_WEBHOOK);
  forgetClients();
});
afterEach(() => {
  vi.unstubAllEnvs();
  forgetClients();
});

it('has no permissions, and a little more time than a post takes', () => {
  expect(handler.definition).toMatchObject({ kind: 'task', table: 'none', timeoutSeconds: 15 });
});

it('returns the response of the receiver', async () => {
  vi.stubEnv('WEBHOOKS_ALLOW_LOOPBACK', '1');
  await using receiver = await startReceiver(socket => socket.end(answer('410 Gone', ['x-a: 1'], 'Gata, închis')));
  expect(await invokePostWebhook(message(`http://127.0.0.1:${receiver.port}/`))).toEqual({
    ...{ status: 410, headers: { 'x-a': '1', 'content-length': '13' }, body: 'Gata, închis' },
    ...{ durationMs: expect.any(Number), error: null },
  });
});

it('a receiver that is not allowed is a response, not an error of the function', async () => {
  await using receiver = await startReceiver();
  expect(await invokePostWebhook(message(`https://127.0.0.1:${receiver.port}/`))).toMatchObject({
    ...{ status: 0, headers: null, body: null },
    error: 'The address of the receiver is not allowed: it is not on the public internet.',
  });
  expect(receiver.connections()).toBe(0);
});

it('a missing function is 503: the queue retries', async () => {
  vi.stubEnv('POST_WEBHOOK_FUNCTION', 'another');
  await expect(invokePostWebhook(message('https://127.0.0.1/'))).rejects.toMatchObject({ code: 'service_unavailable' });
});

const URL = 'https://127.0.0.1/';
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-${n}`, '1']));

it.each([
  ['a URL of 2,049 characters', { url: URL.padEnd(2_049, 'x') }],
  ['21 headers', { headers: many(21) }],
  ['a header of two lines', { headers: { 'x-a': 'one\r\nx-b: two' } }],
  ['a header beyond ASCII', { headers: { 'x-a': 'ș' } }],
  ['a name of a header with a colon', { headers: { 'x-a:': 'one' } }],
  ['an empty name of a header', { headers: { '': 'one' } }],
  ['a header of 4,097 characters', { headers: { 'x-a': 'x'.repeat(4_097) } }],
  ['a body of more than 256 kB', { body: 'ș'.repeat(128 * 1024 + 1) }],
  ['a body that is no text', { body: { id: 1 } }],
  ['a method', { method: 'GET' }],
])('%s is rejected', async (_, wrong) => {
  const post = { ...message(URL), ...wrong };
  await expect(handler(post, context)).rejects.toMatchObject({ name: 'ZodError' });
  await expect(invokePostWebhook(post as ReturnType<typeof message>)).rejects.toMatchObject({ code: 'service_unavailable' });
});

it.each([
  ['a URL of 2,048 characters', { url: URL.padEnd(2_048, 'x') }],
  ['20 headers', { headers: many(20) }],
  ['a body of 256 kB', { body: 'ș'.repeat(128 * 1024) }],
])('%s is accepted', async (_, right) => {
  expect(await handler({ ...message(URL), ...right }, context)).toMatchObject({ status: 0, error: expect.any(String) });
});
