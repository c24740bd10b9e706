import dns from 'node:dns';
import { connect, Socket, type TcpNetConnectOpts } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { postWebhook } from '#shared/output/webhooks/post/post.ts';
import { resolvesToPublic } from '#shared/output/webhooks/post/receiver.ts';
import { answer, message, names, startReceiver } from './receiver.ts';
import { FORBIDDEN_ADDRESSES, FORBIDDEN_HOSTS } from '../../support/webhooks/spellings.ts';

const PUBLIC = '93.184.215.14';
const NOT_PUBLIC = 'The address of the receiver is not allowed: it is not on the public internet.';

let connects: MockInstance;
beforeEach(() => {
  connects = vi.spyOn(Socket.prototype, 'connect');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Does not connect; records the requested addresses. */
function refusing() {
  const asked: TcpNetConnectOpts[] = [];
  return {
    asked,
    connect(options: TcpNetConnectOpts): Socket {
      asked.push(options);
      const socket = new Socket();
      process.nextTick(() => socket.destroy(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })));
      return socket;
    },
    /** The addresses that the socket would have tried. */
    addresses: (): Promise<unknown> =>
      new Promise((resolve, reject) =>
        asked[0]?.lookup?.(asked[0].host ?? '', { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
      ),
  };
}

describe('addresses that are not public', () => {
  it('are in a table of at least 200 spellings', () => {
    expect(FORBIDDEN_HOSTS.size).toBeGreaterThanOrEqual(200);
  });

  it('are not connected to in any spelling, over https or http', async () => {
    await using receiver = await startReceiver();
    const reached: string[] = [];
    for (const [host, kind] of FORBIDDEN_HOSTS) {
      for (const scheme of ['https', 'http']) {
        const { status, error } = await postWebhook(message(`${scheme}://${host}:${receiver.port}/hook`));
        const expected = scheme === 'http' ? 'The URL is not https.' : NOT_PUBLIC;
        if (status !== 0 || error !== expected) reached.push(`${scheme}://${host} (${kind}): ${status} ${error}`);
      }
    }
    expect(reached).toEqual([]);
    expect(connects).not.toHaveBeenCalled();
    expect(receiver.connections()).toBe(0);
  });

  it('are not connected to through names that lead to them', async () => {
    for (const address of FORBIDDEN_ADDRESSES) {
      const { error } = await postWebhook(message('https://receiver.example/'), names({ 'receiver.example': [address] }));
      expect([address, error]).toEqual([address, NOT_PUBLIC]);
    }
    expect(connects).not.toHaveBeenCalled();
  });

  it.each(['localhost', 'LOCALHOST', 'localhost.'])(
    'are not connected to through %s, which this machine resolves itself',
    async host => {
      await using receiver = await startReceiver();
      const { status, error } = await postWebhook(message(`https://${host}:${receiver.port}/`));
      expect([status, error === NOT_PUBLIC || error === 'The host name of the receiver could not be resolved.']).toEqual([
        0,
        true,
      ]);
      expect([connects.mock.calls.length, receiver.connections()]).toEqual([0, 0]);
    },
  );

  it.each([
    [PUBLIC, '10.0.0.1'],
    ['169.254.169.254', PUBLIC],
    [PUBLIC, '2606:4700:4700::1111', '::1'],
    [PUBLIC, 'fe80::1%eth0'],
  ])('a name that also leads to one is rejected as a whole: %s, %s', async (...addresses) => {
    const { error } = await postWebhook(message('https://mixed.example/'), names({ 'mixed.example': addresses }));
    expect(error).toBe(NOT_PUBLIC);
    expect(connects).not.toHaveBeenCalled();
  });

  it.each([
    ['https://[fe80::1%25eth0]/', 'The URL is not valid.'],
    ['https://256.1.1.1/', 'The URL is not valid.'],
    ['https://', 'The URL is not valid.'],
    ['/hook', 'The URL is not valid.'],
    ['https://user@receiver.example/', 'The URL holds credentials.'],
    ['https://user:secret@receiver.example/', 'The URL holds credentials.'],
    ['https://:secret@receiver.example/', 'The URL holds credentials.'],
    ['ftp://receiver.example/', 'The URL is not https.'],
    ['file:///etc/passwd', 'The URL is not https.'],
    ['gopher://127.0.0.1:25/', 'The URL is not https.'],
    ['javascript:1', 'The URL is not https.'],
  ])('%s is rejected without resolving it', async (url, error) => {
    const resolve = vi.fn<(name: string) => Promise<string[]>>();
    expect(await postWebhook(message(url), { resolve, connect })).toMatchObject({ status: 0, error, headers: null, body: null });
    expect(await resolvesToPublic(url, resolve)).toBe('refused');
    expect(resolve).not.toHaveBeenCalled();
    expect(connects).not.toHaveBeenCalled();
  });
});

describe('the checked address is the one that is connected to', () => {
  it('a name is resolved once: a resolver that changes its response changes nothing (rebinding)', async () => {
    const resolve = vi.fn<(name: string) => Promise<string[]>>().mockResolvedValueOnce([PUBLIC]).mockResolvedValue(['127.0.0.1']);
    const network = refusing();
    const lookups = vi.spyOn(dns, 'lookup');
    const { error } = await postWebhook(message('https://rebinding.example/'), { resolve, connect: network.connect });
    expect(error).toBe('The receiver refused the connection.');
    expect(resolve.mock.calls).toEqual([['rebinding.example']]);
    expect(await network.addresses()).toEqual([{ address: PUBLIC, family: 4 }]);
    expect(lookups).not.toHaveBeenCalled();
  });

  it('the next post resolves again, and is rejected', async () => {
    const resolve = vi.fn<(name: string) => Promise<string[]>>().mockResolvedValueOnce([PUBLIC]).mockResolvedValue(['127.0.0.1']);
    const network = refusing();
    await postWebhook(message('https://rebinding.example/'), { resolve, connect: network.connect });
    const { error } = await postWebhook(message('https://rebinding.example/'), { resolve, connect: network.connect });
    expect([error, network.asked.length]).toEqual([NOT_PUBLIC, 1]);
  });

  it('the socket of Node does not resolve names again', async () => {
    vi.stubEnv('WEBHOOKS_ALLOW_LOOPBACK', '1');
    await using receiver = await startReceiver(socket => socket.end(answer('204 No Content')));
    const lookups = vi.spyOn(dns, 'lookup');
    const network = names({ 'receiver.example': ['127.0.0.1'] });
    expect(await postWebhook(message(`http://receiver.example:${receiver.port}/`), network)).toMatchObject({ status: 204 });
    expect(lookups).not.toHaveBeenCalled();
    expect(receiver.received()).toContain(`host: receiver.example:${receiver.port}\r\n`);
  });

  it('if an address does not respond, the next of the same name is tried', async () => {
    vi.stubEnv('WEBHOOKS_ALLOW_LOOPBACK', '1');
    await using receiver = await startReceiver(socket => socket.end(answer('200 OK')));
    const network = names({ 'receiver.example': ['::1', '127.0.0.1'] });
    expect(await postWebhook(message(`http://receiver.example:${receiver.port}/`), network)).toMatchObject({ status: 200 });
  });

  it('a connection to another address is sent nothing, not even the greeting of TLS', async () => {
    await using receiver = await startReceiver();
    const elsewhere = names({ 'receiver.example': [PUBLIC] }, () => connect({ host: '127.0.0.1', port: receiver.port }));
    const { status, error } = await postWebhook(message('https://receiver.example/'), elsewhere);
    expect([status, error]).toEqual([0, 'The address of the receiver is not allowed: the connection led elsewhere.']);
    await receiver.gone;
    expect([receiver.connections(), receiver.received()]).toEqual([1, '']);
  });

  it.each(['http://169.254.169.254/latest/meta-data/', 'http://127.0.0.1/', 'https://10.0.0.1/', '//[::1]/'])(
    'a redirect to %s is reported as its status, and not followed',
    async location => {
      vi.stubEnv('WEBHOOKS_ALLOW_LOOPBACK', '1');
      await using receiver = await startReceiver(socket => socket.end(answer('302 Found', [`location: ${location}`])));
      const result = await postWebhook(message(`http://127.0.0.1:${receiver.port}/`));
      expect(result).toMatchObject({ status: 302, headers: { location }, error: null });
      expect([connects.mock.calls.length, receiver.connections()]).toEqual([1, 1]);
    },
  );

  it('variables for proxies are not read', async () => {
    vi.stubEnv('WEBHOOKS_ALLOW_LOOPBACK', '1');
    await using proxy = await startReceiver();
    await using receiver = await startReceiver(socket => socket.end(answer('200 OK')));
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY'])
      vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    expect(await postWebhook(message(`http://127.0.0.1:${receiver.port}/`))).toMatchObject({ status: 200 });
    expect(proxy.connections()).toBe(0);
  });
});

describe('WEBHOOKS_ALLOW_LOOPBACK', () => {
  const isLoopbackHost = (host: string): boolean => /^(127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(`https://${host}/`).hostname);

  it("allows this machine's own addresses, in every spelling, and no other", async () => {
    vi.stubEnv('WEBHOOKS_ALLOW_LOOPBACK', '1');
    const wrong: string[] = [];
    for (const host of FORBIDDEN_HOSTS.keys()) {
      for (const scheme of ['https', 'http']) {
        const network = refusing();
        const { error } = await postWebhook(message(`${scheme}://${host}/`), {
          resolve: () => Promise.resolve([]),
          connect: network.connect,
        });
        const expected = isLoopbackHost(host) ? 'The receiver refused the connection.' : NOT_PUBLIC;
        if (error !== expected) wrong.push(`${scheme}://${host}: ${error}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('allows `http:` and no other scheme, and no credentials', async () => {
    vi.stubEnv('WEBHOOKS_ALLOW_LOOPBACK', '1');
    for (const url of ['ftp://127.0.0.1/', 'file:///etc/passwd', 'http://user@127.0.0.1/']) {
      expect(await resolvesToPublic(url)).toBe('refused');
    }
    expect(await resolvesToPublic('http://127.0.0.1/')).toBe('public');
  });
});

describe('resolvesToPublic', () => {
  const ask = (addresses: string[]) => resolvesToPublic('https://receiver.example/', () => Promise.resolve(addresses));

  it('returns whether a name leads to public addresses', async () => {
    expect(await ask([PUBLIC, '2606:4700:4700::1111'])).toBe('public');
    expect(await ask([PUBLIC, '10.0.0.1'])).toBe('refused');
    expect(await ask([])).toBe('unresolved');
    expect(await resolvesToPublic('https://nowhere.example/', names({}).resolve)).toBe('unresolved');
    expect(await resolvesToPublic('https://[::ffff:7f00:1]/')).toBe('refused');
    expect(await resolvesToPublic(`https://${PUBLIC}/`)).toBe('public');
    expect(connects).not.toHaveBeenCalled();
  });

  it('waits for DNS for 2 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const asked = resolvesToPublic('https://slow.example/', () => new Promise(() => undefined));
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await asked).toBe('unresolved');
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
