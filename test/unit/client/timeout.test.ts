import { expect, it } from 'vitest';
import { ApiError, createInvoicingClient, ok } from '../../../clients/typescript/src/index.ts';

/** Answers only when the request is given up, like a server that accepts and never answers. */
const silent = (request: Request): Promise<Response> =>
  new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason as Error)));

const ISSUE = '/api/v1/invoices/{uuid}/issue';
const params = { path: { uuid: 'i1' } };

it('a request without an answer in time is sent again with the same key, and then fails like a network failure', async () => {
  const keys: (string | null)[] = [];
  const waits: number[] = [];
  const client = createInvoicingClient({
    baseUrl: 'https://api.example.com',
    timeout: 5,
    retry: { attempts: 3 },
    sleep: millis => Promise.resolve(void waits.push(millis)),
    fetch: request => {
      keys.push(request.headers.get('idempotency-key'));
      return silent(request);
    },
  });
  const failure: unknown = await client.POST(ISSUE, { params }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(TypeError);
  expect(failure).toMatchObject({
    message: 'The service has not answered within 0.005 seconds.',
    cause: expect.objectContaining({ name: 'TimeoutError' }) as unknown,
  });
  expect([keys.length, new Set(keys).size, waits.length]).toEqual([3, 1, 2]);
});

it('a PATCH is not sent again', async () => {
  let sent = 0;
  const client = createInvoicingClient({
    baseUrl: 'https://api.example.com',
    timeout: 5,
    fetch: request => {
      sent++;
      return silent(request);
    },
  });
  await expect(client.PATCH('/api/v1/me', { body: { firstName: 'Ana' } })).rejects.toThrow('0.005 seconds');
  expect(sent).toBe(1);
});

it('a request that the caller gives up is not sent again, and fails with the reason of the caller', async () => {
  const caller = new AbortController();
  let sent = 0;
  const client = createInvoicingClient({
    baseUrl: 'https://api.example.com',
    fetch: request => {
      sent++;
      queueMicrotask(() => caller.abort(new Error('no longer needed')));
      return silent(request);
    },
  });
  await expect(client.GET('/api/v1/companies', { signal: caller.signal })).rejects.toThrow('no longer needed');
  expect(sent).toBe(1);
});

it('the body of a request is sent whole by each attempt, and an answer in time is returned', async () => {
  const bodies: string[] = [];
  const client = createInvoicingClient({
    baseUrl: 'https://api.example.com',
    sleep: () => Promise.resolve(),
    fetch: async request => {
      const body = await request.text();
      return bodies.push(body) === 1 ? new Response('', { status: 503 }) : Response.json({ id: 'i1' });
    },
  });
  await ok(client.POST('/api/v1/bank-accounts', { body: { currency: 'RON' } }));
  expect(bodies).toEqual(['{"currency":"RON"}', '{"currency":"RON"}']);
});

it.each([
  { header: '600', seconds: 600 },
  { header: null, seconds: undefined },
  { header: 'Tue, 24 Nov 2026 10:00:00 GMT', seconds: undefined },
])('an error whose Retry-After is $header says after how many seconds: $seconds', async ({ header, seconds }) => {
  const client = createInvoicingClient({
    baseUrl: 'https://api.example.com',
    retry: { attempts: 1 },
    fetch: () =>
      Promise.resolve(
        Response.json(
          { error: 'Rate limit exceeded.' },
          { status: 429, headers: { 'x-request-id': 'r1', ...(header !== null && { 'retry-after': header }) } },
        ),
      ),
  });
  const error: unknown = await ok(client.GET('/api/v1/companies')).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 429, code: 'rate_limited', requestId: 'r1' });
  expect((error as ApiError).retryAfter).toBe(seconds);
});
