import { request } from 'node:http';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { senderTo } from '../support/matrix/send.ts';
import { useService } from '../support/service.ts';

const service = useService();

/** `fetch` sends none of these. */
async function statusOf(method: string, path: string): Promise<number | undefined> {
  const sent = request(new URL(path, service().url), { method });
  const answered = once(sent, 'response');
  sent.end();
  const [answer] = (await answered) as [import('node:http').IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

describe('V13 what is not served', () => {
  test.each([
    '/.git/config',
    '/.git/',
    '/.env',
    '/package.json',
    '/cdk.json',
    '/functions/',
    '/shared/',
    '/..%2fpackage.json',
    '/api/',
  ])('V13.4.1, V13.4.3 %s is not served', async path => {
    const answer = await senderTo(service().url)({ method: 'GET', path });
    expect(answer).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
  });

  test('V13.4.4 TRACE and methods that no endpoint has are rejected', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'LOCK'])
      expect([404, 405], method).toContain(await statusOf(method, '/api/v1/me'));
  });
});
