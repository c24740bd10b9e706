import { describe, expect, it } from 'vitest';
import {
  ApiError,
  type ClientOptions,
  createInvoicingClient,
  draftCreditNote,
  draftInvoice,
  items,
  ok,
  type Tokens,
} from '../../../clients/typescript/src/index.ts';

interface Sent {
  method: string;
  path: string;
  headers: Headers;
  body: string;
}

/** A client whose requests are handled by a function; waits take no time. */
function clientOf(answer: (sent: Sent, place: number) => Response | Error, options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const client = createInvoicingClient({
    baseUrl: 'https://api.example.com',
    sleep: millis => Promise.resolve(void waits.push(millis)),
    fetch: async request => {
      const { pathname, search } = new URL(request.url);
      const one = { method: request.method, path: pathname + search, headers: request.headers, body: await request.text() };
      const given = answer(one, sent.push(one) - 1);
      if (given instanceof Error) throw given;
      return given;
    },
    ...options,
  });
  return { client, sent, waits };
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers });

describe('requests', () => {
  it('have credential, company and, for a POST, an idempotency key that every attempt repeats', async () => {
    const { client, sent } = clientOf((_, place) => (place === 0 ? json(503, {}) : json(200, {})), {
      ...{ credentials: { apiKey: 'af_1' }, company: 'c1' },
    });
    await client.POST('/api/v1/invoices/{uuid}/issue', { params: { path: { uuid: 'i1' } } });
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(Array(2).fill('POST /api/v1/invoices/i1/issue'));
    const [first, second] = sent.map(({ headers }) => Object.fromEntries(headers));
    expect(first).toMatchObject({ authorization: 'af_1', 'x-company': 'c1' });
    expect(first?.['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toEqual(first);
  });

  it('are repeated with the same body after a network failure', async () => {
    const { client, sent, waits } = clientOf((_, place) => (place < 2 ? new TypeError('reset') : json(201, {})));
    await client.POST('/api/v1/contact' as never, { body: { text: 'x' } } as never);
    expect(sent.map(({ body }) => body)).toEqual(Array(3).fill('{"text":"x"}'));
    expect(waits).toHaveLength(2);
  });

  it('without a key are sent once, and a failure is thrown', async () => {
    const { client, sent } = clientOf(() => new TypeError('reset'));
    await expect(client.PATCH('/api/v1/me' as never, { body: {} } as never)).rejects.toThrow('reset');
    expect(sent).toHaveLength(1);
  });
});

describe('a draft', () => {
  const lines = [{ description: 'Audit', quantity: 1, unitPrice: 10 }];
  const note = { parentDocumentId: 'p', clientId: 'c', seriesId: 's', direction: 'outgoing', currency: 'RON' } as const;
  const dates = { issueDate: '2026-11-02', dueDate: '2026-12-02' };

  it('of an invoice returns its invoice and validation', async () => {
    const { client, sent } = clientOf(() => json(201, { invoice: { id: 'i1' }, validation: { valid: true } }));
    const { invoice, validation } = await draftInvoice(client, { clientId: 'c', issueDate: '2026-11-02', lines });
    expect([invoice.id, validation.valid]).toEqual(['i1', true]);
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ clientId: 'c', issueDate: '2026-11-02', lines });
  });

  it('of a credit note returns the credit note', async () => {
    const { client, sent } = clientOf(() => json(201, { uuid: 'n1', total: '-12.10' }));
    const { uuid, total } = await draftCreditNote(client, { ...note, ...dates, lines: [] });
    expect([uuid, total]).toEqual(['n1', '-12.10']);
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ isCreditNote: true, parentDocumentId: 'p' });
  });

  it('that is rejected throws the error of the service', async () => {
    const { client } = clientOf(() => json(400, { error: { code: 'bad_request', message: 'No.' } }));
    await expect(draftInvoice(client, { lines: [] } as never)).rejects.toBeInstanceOf(ApiError);
  });
});

it('lists in queries are separated by commas', async () => {
  const { client, sent } = clientOf(() => json(200, {}));
  await client.GET('/api/v1/invoices', { params: { query: { status: ['issued', 'validated'], page: 2 } } });
  expect(sent[0]?.path).toBe('/api/v1/invoices?status=issued,validated&page=2');
});

describe('a login with email and password', () => {
  /** A service whose tokens are valid until `expire` is called. */
  function loggingIn(options: Partial<ClientOptions> = {}) {
    let issued = 0;
    const valid = new Set<string>();
    const calls = { login: 0, refresh: 0 };
    const tokens = (): Response => {
      valid.add(`t${++issued}`);
      return json(200, { token: `t${issued}`, refresh_token: `r${issued}` });
    };
    const made = clientOf(
      ({ path, headers, body }) => {
        if (path === '/api/auth') return (calls.login++, tokens());
        if (path === '/api/auth/token/refresh') {
          calls.refresh++;
          return (JSON.parse(body) as { refresh_token: string }).refresh_token === `r${issued}` ? tokens() : json(401, {});
        }
        return valid.has(headers.get('authorization')?.slice(7) ?? '') ? json(200, { id: 'me' }) : json(401, {});
      },
      { credentials: { email: 'a@b.example', password: 'p' }, ...options },
    );
    return { ...made, calls, expire: () => valid.clear(), revoke: () => issued++ };
  }
  const me = (client: ReturnType<typeof clientOf>['client']) => client.GET('/api/v1/me');

  it('happens once, however many requests begin at the same time', async () => {
    const { client, calls } = loggingIn();
    const answers = await Promise.all(Array.from({ length: 5 }, () => me(client)));
    expect(answers.map(({ response }) => response.status)).toEqual(Array(5).fill(200));
    expect(calls).toEqual({ login: 1, refresh: 0 });
  });

  it('is renewed once after the token has expired, for all requests that were rejected', async () => {
    const seen: Tokens[] = [];
    const { client, calls, expire } = loggingIn({ onTokens: tokens => seen.push(tokens) });
    await me(client);
    expire();
    const answers = await Promise.all(Array.from({ length: 5 }, () => me(client)));
    expect(answers.map(({ response }) => response.status)).toEqual(Array(5).fill(200));
    expect(calls).toEqual({ login: 1, refresh: 1 });
    expect(seen).toEqual([
      { token: 't1', refreshToken: 'r1' },
      { token: 't2', refreshToken: 'r2' },
    ]);
  });

  it('is repeated with the password when the refresh token has ended too', async () => {
    const { client, calls, expire, revoke } = loggingIn();
    await me(client);
    expire();
    revoke();
    expect((await me(client)).response.status).toBe(200);
    expect(calls).toEqual({ login: 2, refresh: 1 });
  });

  const credentials = { email: 'a@b.example', password: 'p' };

  it.each([
    [401, { error: { code: 'unauthorized', message: 'The email or the password is wrong.' } }, 'unauthorized'],
    [429, { error: 'Rate limit exceeded.' }, 'rate_limited'],
    [503, 'not JSON', 'unknown'],
  ])('that is rejected with %s throws the error of the service', async (status, body, code) => {
    const { client } = clientOf(() => json(status, body), { credentials });
    const error = await me(client).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status, code });
  });

  it('that waits for a second factor throws an error that says what to do', async () => {
    const { client } = clientOf(() => json(200, { mfa_required: true, mfa_token: 'm' }), { credentials });
    await expect(me(client)).rejects.toThrow('use an API key');
  });
});

describe('an API key', () => {
  it('that is rejected is not tried again', async () => {
    const { client, sent } = clientOf(() => json(401, { error: { code: 'unauthorized', message: 'Revoked.' } }), {
      credentials: { apiKey: 'af_1' },
    });
    const error = await ok(client.GET('/api/v1/me')).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 401, code: 'unauthorized', message: 'Revoked.' });
    expect(sent).toHaveLength(1);
  });
});

it.each([
  [422, { error: { code: 'validation_error', message: 'No.', details: { name: ['is required'] } } }, 'validation_error', 'No.'],
  [429, { error: 'Too many requests.' }, 'rate_limited', 'Too many requests.'],
  [502, undefined, 'unknown', 'The service answered 502.'],
])('ApiError of %s %j', (status, body, code, message) => {
  const error = new ApiError({ status, headers: new Headers({ 'x-request-id': 'r1' }) }, body);
  expect(error).toMatchObject({ status, code, message, requestId: 'r1' });
});

describe('items', () => {
  /** The number of the requested page. */
  const pageOf = ({ path }: { path: string }): number => Number(new URL(path, 'https://x').searchParams.get('page'));
  const collect = async <Item>(all: AsyncIterable<Item>): Promise<Item[]> => {
    const found: Item[] = [];
    for await (const one of all) found.push(one);
    return found;
  };

  it('are those of all pages, and a page is requested when it is needed', async () => {
    const { client, sent } = clientOf(request => json(200, { data: [{ id: `i${pageOf(request)}` }], total: 3 }));
    const found: string[] = [];
    for await (const { id } of items(client, '/api/v1/invoices', { query: { status: ['issued'], limit: 1 } })) {
      found.push(id);
      if (found.length === 2) break;
    }
    expect(found).toEqual(['i1', 'i2']);
    expect(sent.map(({ path }) => path)).toEqual([1, 2].map(page => `/api/v1/invoices?limit=1&status=issued&page=${page}`));
  });

  it('are requested a hundred at a time', async () => {
    const { client, sent } = clientOf(() => json(200, { data: [], total: 0 }));
    expect(await collect(items(client, '/api/v1/products'))).toEqual([]);
    expect(sent.map(({ path }) => path)).toEqual(['/api/v1/products?limit=100&page=1']);
  });

  it('of groups are returned letter by letter', async () => {
    const pages = [{ A: [{ id: 'a' }, { id: 'b' }], B: [{ id: 'c' }] }, { B: [{ id: 'd' }] }];
    const { client } = clientOf(request => json(200, { data: pages[pageOf(request) - 1], total: 4 }));
    expect((await collect(items(client, '/api/v1/clients'))).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('of a client are its invoices', async () => {
    const { client, sent } = clientOf(request => json(200, { invoiceHistory: [{ id: `i${pageOf(request)}` }], invoiceCount: 2 }));
    const all = await collect(items(client, '/api/v1/clients/{uuid}', { path: { uuid: 'c1' } }));
    expect(all.map(({ id }) => id)).toEqual(['i1', 'i2']);
    expect(sent[0]?.path).toBe('/api/v1/clients/c1?limit=100&page=1');
  });

  it('end when records were removed meanwhile, and the last page is empty', async () => {
    const { client, sent } = clientOf(request => json(200, { data: pageOf(request) === 1 ? [{ id: 'i1' }] : [], total: 9 }));
    expect(await collect(items(client, '/api/v1/suppliers'))).toHaveLength(1);
    expect(sent).toHaveLength(2);
  });

  it('of a page that is rejected throw the error of the service', async () => {
    const { client } = clientOf(() => json(403, { error: { code: 'forbidden', message: 'No.' } }));
    await expect(collect(items(client, '/api/v1/invoices'))).rejects.toMatchObject({ name: 'ApiError', status: 403 });
  });
});
