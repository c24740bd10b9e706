import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setLogSink } from '#shared/base/kernel/log.ts';
import { useOwnService } from '../support/service.ts';

const service = useOwnService({ machines: [] });
let lines: string[] = [];

beforeEach(() => {
  lines = [];
  setLogSink(line => lines.push(line));
});

// No mail is being sent when the system ends.
afterEach(() => service().idle());

type Entry = Record<string, unknown>;
const entries = (): Entry[] => lines.map(line => JSON.parse(line) as Entry);

describe('V16 the log', () => {
  test('V16.2.4, V16.4.1 each entry is one line of JSON, whatever callers send', async () => {
    const user = await service().newUser();
    const scope = await service().newCompany(user);
    const forged = `\r\n{"level":"ERROR","message":"forged"}\u2028\u001b[31m`;
    const text = encodeURIComponent(forged);
    await service().newClient(scope, { name: `Client${forged.replace('\u001b', '')}` });
    await service().api('GET', `/api/v1/clients/${text}`, scope);
    await service().api('GET', `/api/v1/clients?search=${text}`, scope);
    await service().api('GET', `/${text}`, scope);
    await service().api('GET', '/api/v1/me', { headers: { authorization: `Bearer ${text}`, 'user-agent': text } });
    await service().idle();
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter(line => /[\r\n\u001b]/.test(line))).toEqual([]);
    expect(entries().map(({ message }) => message)).not.toContain('forged');
    for (const entry of entries()) expect(entry).toMatchObject({ level: expect.stringMatching(/^(INFO|WARN|ERROR)$/) as string });
  });

  test('V16.2.1, V16.3.2 a rejected request is in the log with its status, its function and its request id', async () => {
    const user = await service().newUser();
    const answer = await service().api('GET', '/api/v1/clients', { ...user, company: randomUUID() });
    expect(answer.status).toBe(403);
    const request = answer.headers.get('x-request-id');
    const entry = entries().find(({ message, requestId }) => message === 'request' && requestId === request);
    expect(entry).toMatchObject({
      message: 'request',
      status: 403,
      function: 'clients-list',
    });
  });
});
