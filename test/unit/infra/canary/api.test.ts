import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { askAt, Refused } from '../../../../infra/canary/api.ts';

/** What the canary makes of answers. That of a deployed stage may also come from what is before the service. */

let server: Server;
let url = '';
let answer: { status: number; headers?: Record<string, string>; body?: string } = { status: 200 };
const seen: { method?: string | undefined; headers: Record<string, unknown> }[] = [];

beforeAll(async () => {
  server = createServer(({ method, headers }, response) => {
    seen.push({ method, headers });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

describe('askAt', () => {
  it('sends key, company and idempotency key, and returns the body', async () => {
    answer = { status: 201, body: '{"id":"1"}' };
    expect(await askAt(url, 'af_test_1', 'c1')('POST', '/invoices', { body: { a: 1 }, once: 'k' })).toEqual({ id: '1' });
    expect(seen.at(-1)).toMatchObject({
      ...{ method: 'POST' },
      headers: { authorization: 'af_test_1', 'x-company': 'c1', 'idempotency-key': 'k', 'content-type': 'application/json' },
    });
    await askAt(url, 'af_test_1')('GET', '/companies');
    expect(Object.keys(seen.at(-1)?.headers ?? {})).not.toEqual(expect.arrayContaining(['x-company']));
  });

  const error = (details: object) => JSON.stringify({ error: { code: 'conflict', message: 'It is taken.', details } });
  test.each<[string, typeof answer, number, string | undefined, RegExp]>([
    [
      'an error of the service',
      { status: 409, headers: { 'x-request-id': 'r1' }, body: error({ reason: 'request_in_progress' }) },
      ...([409, 'request_in_progress', /^GET \/api\/v1\/x answered 409: It is taken\. \(request r1\)$/] as const),
    ],
    ['one without a reason', { status: 422, body: error({ field: ['no'] }) }, 422, undefined, /answered 422: It is taken\.$/],
    [
      'a page of a gateway',
      { status: 502, body: '<html>Bad Gateway</html>' },
      502,
      undefined,
      /^GET \/api\/v1\/x answered 502: $/,
    ],
    ['an empty answer', { status: 503 }, 503, undefined, /answered 503: $/],
    ['a redirect', { status: 302, headers: { location: '/' } }, 0, undefined, /^GET \/api\/v1\/x got no answer: .*redirect/],
  ])('%s is a refusal that says so', async (_, given, status, reason, message) => {
    answer = given;
    const refused = await askAt(url, 'af_test_1')('GET', '/x').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refused);
    expect(refused).toMatchObject({ status, reason });
    expect((refused as Refused).message).toMatch(message);
  });
});
