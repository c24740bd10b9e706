import { gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { postWebhook } from '#shared/output/webhooks/post/post.ts';
import { answer, message, names, startReceiver } from './receiver.ts';

// Receivers of these tests are on 127.0.0.1 and plain http; TLS is in post-tls.test.ts.
beforeEach(() => {
  vi.stubEnv('WEBHOOKS_ALLOW_LOOPBACK', '1');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const FAILED = { status: 0, headers: null, body: null };
const CLOSED = { ...FAILED, error: 'The receiver closed the connection without a complete answer.' };
const TOO_LATE = { ...FAILED, error: 'The receiver did not answer completely within 10 seconds.' };

/** Posts to a receiver with these bytes as response, which then closes the connection. */
async function answered(...bytes: (string | Buffer)[]) {
  await using receiver = await startReceiver(socket => {
    for (const one of bytes) socket.write(one);
    socket.end();
  });
  // Awaited here: the receiver is stopped by this function.
  return await postWebhook(message(`http://127.0.0.1:${receiver.port}/hook`));
}

describe('the request', () => {
  it('is sent as given, on a connection of its own that ends with it', async () => {
    await using receiver = await startReceiver(socket => socket.write(answer('200 OK', ['connection: keep-alive'], 'ok')));
    const url = `http://127.0.0.1:${receiver.port}/hook/%20a?token=1&b=%C8%99#part`;
    const headers = { 'User-Agent': 'Webhooks/1.0', 'X-Webhook-Event': 'invoice.paid', 'webhook-signature': 'v1,AA== v1,BB==' };
    const result = await postWebhook({ url, headers, body: '{"name":"Știință 😀"}' });
    expect(result).toEqual({
      ...{ status: 200, headers: { connection: 'keep-alive', 'content-length': '2' }, body: 'ok' },
      ...{ durationMs: expect.any(Number), error: null },
    });
    expect((await receiver.requested).split('\r\n')).toEqual([
      'POST /hook/%20a?token=1&b=%C8%99 HTTP/1.1',
      'User-Agent: Webhooks/1.0',
      'X-Webhook-Event: invoice.paid',
      'webhook-signature: v1,AA== v1,BB==',
      `host: 127.0.0.1:${receiver.port}`,
      'content-length: 26',
      'accept-encoding: identity',
      'connection: close',
      '',
      '{"name":"Știință 😀"}',
    ]);
    await receiver.gone;
    await postWebhook(message(url));
    expect(receiver.connections()).toBe(2);
  });

  it('has no headers of the connection from the caller, and no cookies', async () => {
    await using receiver = await startReceiver(socket => socket.end(answer('200 OK', ['set-cookie: a=1'])));
    const headers = {
      ...{ Host: 'other.example', 'Content-Length': '1', 'Transfer-Encoding': 'chunked', Connection: 'keep-alive' },
      ...{
        'Accept-Encoding': 'gzip',
        Expect: '100-continue',
        Cookie: 'a=1',
        'Proxy-Authorization': 'Basic AA==',
        Upgrade: 'h2c',
      },
    };
    const url = `http://127.0.0.1:${receiver.port}/`;
    const result = await postWebhook({ url, headers, body: 'text' });
    expect(result).toMatchObject({ status: 200, headers: { 'content-length': '0' } });
    await postWebhook({ url, headers: {}, body: 'text' });
    const [first, second] = receiver.received().split('POST ').slice(1);
    expect(first).toBe(second);
  });

  it('of 256 kB arrives complete', async () => {
    await using receiver = await startReceiver(socket => socket.end(answer('200 OK')));
    const body = 'x'.repeat(256 * 1024);
    expect(await postWebhook({ ...message(`http://127.0.0.1:${receiver.port}/`), body })).toMatchObject({ status: 200 });
    expect((await receiver.requested).endsWith(`\r\n\r\n${body}`)).toBe(true);
  });
});

describe('the response', () => {
  it.each(['200 OK', '204 No Content', '301 Moved Permanently', '410 Gone', '429 Too Many Requests', '500 Oops', '599 x'])(
    '%s is reported as its status',
    async status => {
      expect(await answered(answer(status, ['retry-after: 5']))).toMatchObject({
        ...{ status: Number(status.slice(0, 3)), headers: { 'retry-after': '5' }, body: '', error: null },
      });
    },
  );

  it('may come in pieces, in chunks, after an interim one, and without a length', async () => {
    expect(await answered('HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n', answer('200 OK', [], 'a'))).toMatchObject({
      body: 'a',
    });
    const chunks = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n';
    expect(await answered(...chunks)).toMatchObject({ status: 200, body: 'abc' });
    expect(await answered('HTTP/1.0 200 OK\r\n\r\n', 'abc')).toMatchObject({ status: 200, body: 'abc' });
  });

  it.each([
    ['exactly', 4096, 4096],
    ['one more', 4097, 4096],
    ['far more', 100_000, 4096],
  ])('keeps its first 4,096 characters: %s', async (_, length, kept) => {
    expect(await answered(answer('200 OK', [], 'x'.repeat(length)))).toMatchObject({ status: 200, body: 'x'.repeat(kept) });
  });

  it('is never cut inside a character', async () => {
    // An odd number of bytes at each turn of the event loop: the reader gets half letters.
    const bytes = Buffer.from(answer('200 OK', [], 'ș'.repeat(5_000)));
    await using receiver = await startReceiver(socket => {
      const write = (from: number): void => {
        if (socket.destroyed) return;
        socket.write(bytes.subarray(from, from + 999));
        if (from < bytes.length) setImmediate(write, from + 999);
      };
      write(0);
    });
    expect(await postWebhook(message(`http://127.0.0.1:${receiver.port}/`))).toMatchObject({ body: 'ș'.repeat(4_096) });
    // Four bytes, and two units of a text: the pair that would be cut is left out.
    expect(await answered(answer('200 OK', [], `a${'😀'.repeat(3_000)}`))).toMatchObject({ body: `a${'😀'.repeat(2_047)}` });
  });

  it('that is no UTF-8 is decoded with replacements', async () => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n';
    expect(await answered(head, Buffer.of(0x61, 0xff, 0xc8))).toMatchObject({ status: 200, body: 'a\ufffd\ufffd' });
  });

  it('without an end is cut off after that', async () => {
    let written = 0;
    await using receiver = await startReceiver(socket => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const more = (): void => {
        while (!socket.destroyed && socket.write('x'.repeat(1_000))) written += 1_000;
      };
      more();
      socket.on('drain', more);
    });
    const result = await postWebhook(message(`http://127.0.0.1:${receiver.port}/`));
    expect(result).toMatchObject({ status: 200, body: 'x'.repeat(4_096), error: null });
    await receiver.gone;
    expect(written).toBeLessThan(50_000_000);
  });

  it.each(['gzip', 'br', 'x-unknown'])('in %s, which was not requested, is not decoded: the status is kept', async encoding => {
    const bomb = gzipSync(Buffer.alloc(1_000_000));
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${bomb.length}\r\n\r\n`;
    expect(await answered(head, bomb)).toMatchObject({ status: 200, body: null, error: null });
  });

  it('keeps at most 64 headers', async () => {
    const headers = Array.from({ length: 500 }, (_, n) => `x-${n}: ${n}`);
    const result = await answered(answer('200 OK', headers));
    expect(result.status).toBe(200);
    expect(Object.keys(result.headers ?? {})).toEqual(Array.from({ length: 64 }, (_, n) => `x-${n}`));
  });

  it('joins repeated headers, and leaves out cookies', async () => {
    const headers = ['x-a: 1', 'x-a: 2', 'set-cookie: a=1', 'set-cookie: b=2', '__proto__: x', 'constructor: y'];
    const result = await answered(answer('200 OK', headers));
    expect(result.headers).toMatchObject({ 'x-a': '1, 2', constructor: 'y' });
    expect(JSON.stringify(result)).not.toContain('cookie');
  });

  it.each([
    ['one header of 20 kB', [`x-large: ${'x'.repeat(20_000)}`]],
    ['headers of 200 kB together', Array.from({ length: 2_000 }, (_, n) => `x-${n}: ${'x'.repeat(90)}`)],
  ])('with %s is invalid', async (_, headers) => {
    expect(await answered(answer('200 OK', headers))).toMatchObject({
      ...FAILED,
      error: 'The headers of the answer are too large.',
    });
  });

  it.each([
    ['nothing at all', ''],
    ['half a head', 'HTTP/1.1 200 OK\r\nx-a'],
    ['half a body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'],
    ['half a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab'],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
  ])('of %s is invalid', async (_, bytes) => {
    expect(await answered(bytes)).toMatchObject(CLOSED);
  });

  it.each([
    ['SSH', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['SMTP', '220 mail.example ESMTP\r\n'],
    ['HTTP/2', Buffer.of(0, 0, 0, 4, 0, 0, 0, 0, 0)],
    ['no status', 'HTTP/1.1 000 OK\r\ncontent-length: 0\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['a header with NUL', 'HTTP/1.1 200 OK\r\nx-a: \0\r\n\r\n'],
  ])('that is not HTTP/1.1 is invalid: %s', async (_, bytes) => {
    expect(await answered(bytes)).toMatchObject({ ...FAILED, error: 'The answer of the receiver is not HTTP/1.1.' });
  });
});

describe('a receiver that fails', () => {
  it('resets the connection before, or inside of the response', async () => {
    for (const before of ['', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n']) {
      await using receiver = await startReceiver(socket => socket.write(before, () => socket.resetAndDestroy()));
      expect(await postWebhook(message(`http://127.0.0.1:${receiver.port}/`))).toMatchObject(CLOSED);
    }
  });

  it('does not exist', async () => {
    const receiver = await startReceiver();
    await receiver[Symbol.asyncDispose]();
    expect(await postWebhook(message(`http://127.0.0.1:${receiver.port}/`))).toMatchObject({
      ...{ ...FAILED, error: 'The receiver refused the connection.' },
    });
  });

  it('has no address', async () => {
    expect(await postWebhook(message('https://nowhere.example/'), names({}))).toMatchObject({
      ...{ ...FAILED, error: 'The host name of the receiver could not be resolved.' },
    });
    expect(await postWebhook(message('https://empty.example/'), names({ 'empty.example': [] }))).toMatchObject({
      ...{ ...FAILED, error: 'The host name of the receiver could not be resolved.' },
    });
  });

  it('cannot be reached, in a message without the address', async () => {
    for (const code of ['EHOSTUNREACH', 'ENETUNREACH', 'EWHATEVER']) {
      const resolve = () => Promise.reject(Object.assign(new Error('to 10.1.2.3 with secret'), { code }));
      const { error } = await postWebhook(message('https://receiver.example/?token=secret'), { ...names({}), resolve });
      expect(error).toMatch(/^The (receiver cannot be reached|connection to the receiver failed)\.$/);
    }
  });

  it('does not hide an error of this program, which is thrown', async () => {
    for (const fault of [new TypeError('x is not a function'), Object.assign(new Error('too many files'), { code: 'EMFILE' })]) {
      const network = { ...names({}), resolve: () => Promise.reject(fault) };
      await expect(postWebhook(message('https://receiver.example/'), network)).rejects.toBe(fault);
    }
    await using receiver = await startReceiver();
    const headers = { 'x-a': 'two\r\nlines' };
    await expect(postWebhook({ ...message(`http://127.0.0.1:${receiver.port}/`), headers })).rejects.toThrow('Invalid character');
    expect(receiver.received()).toBe('');
  });
});

describe('10 seconds are the limit for everything', () => {
  const stopTime = (): void => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });

  /** The result of a post, once `begun` has passed and time is up; and not before. */
  async function whenTimeIsUp(posted: ReturnType<typeof postWebhook>, begun: Promise<unknown>) {
    let isOver = false;
    const watched = posted.finally(() => (isOver = true));
    await begun;
    await vi.advanceTimersByTimeAsync(9_999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(vi.getTimerCount()).toBe(0);
    return watched;
  }

  it('a resolver that does not respond', async () => {
    stopTime();
    const posted = postWebhook(message('https://receiver.example/'), {
      ...names({}),
      resolve: () => new Promise(() => undefined),
    });
    expect(await whenTimeIsUp(posted, Promise.resolve())).toEqual({ ...TOO_LATE, durationMs: 10_000 });
  });

  it('a name that is resolved too late is not connected to', async () => {
    stopTime();
    const resolved = Promise.withResolvers<string[]>();
    const connectTo = vi.fn<() => Socket>();
    const posted = postWebhook(message('https://receiver.example/'), { resolve: () => resolved.promise, connect: connectTo });
    expect(await whenTimeIsUp(posted, Promise.resolve())).toMatchObject(TOO_LATE);
    resolved.resolve(['93.184.215.14']);
    await resolved.promise;
    await vi.advanceTimersByTimeAsync(0);
    expect(connectTo).not.toHaveBeenCalled();
  });

  it.each([
    ['headers that do not come', ''],
    ['headers that do not end', 'HTTP/1.1 200 OK\r\nx-a: 1\r\n'],
    ['interim responses only', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(3)],
    ['a body that does not come', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n'],
    ['a body that does not end', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'],
    ['a chunk that does not end', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab'],
  ])('%s', async (_, bytes) => {
    await using receiver = await startReceiver(socket => socket.write(bytes));
    stopTime();
    const posted = postWebhook(message(`http://127.0.0.1:${receiver.port}/`));
    expect(await whenTimeIsUp(posted, receiver.requested)).toEqual({ ...TOO_LATE, durationMs: 10_000 });
    await receiver.gone;
  });

  it('TLS that does not begin', async () => {
    await using receiver = await startReceiver();
    stopTime();
    const posted = postWebhook(message(`https://127.0.0.1:${receiver.port}/`));
    expect(await whenTimeIsUp(posted, receiver.greeted)).toEqual({ ...TOO_LATE, durationMs: 10_000 });
    await receiver.gone;
  });

  it('durationMs is the elapsed time', async () => {
    await using receiver = await startReceiver(socket => {
      vi.advanceTimersByTime(1_234);
      socket.end(answer('200 OK'));
    });
    stopTime();
    const posted = postWebhook(message(`http://127.0.0.1:${receiver.port}/`));
    expect(await posted).toMatchObject({ status: 200, durationMs: 1_234 });
    expect(vi.getTimerCount()).toBe(0);
  });
});
