import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { FORBIDDEN_HOSTS } from '../../support/webhooks/spellings.ts';
import { useEndpoints } from './endpoints-calls.ts';

const service = useService();

const { request, BODY } = useEndpoints(service);

describe('Webhook endpoints (completions-documents §7.1)', () => {
  it('422: every spelling of an address that is not public', async () => {
    // Services in tests accept receivers on loopback: unit/webhooks/post-guard has those spellings.
    const hosts = [...FORBIDDEN_HOSTS.keys()].filter(host => !/^(127\.|\[::1\])/.test(new URL(`https://${host}`).hostname));
    expect(hosts.length).toBeGreaterThanOrEqual(200);
    const accepted: string[] = [];
    for (let first = 0; first < hosts.length; first += 20) {
      const tried = hosts.slice(first, first + 20).map(async host => {
        const { status, body } = await request('POST', '', { ...BODY, url: `https://${host}/hook` });
        if (status !== 422 || !('url' in (body.error.details ?? {}))) accepted.push(`${host}: ${status}`);
      });
      await Promise.all(tried);
    }
    expect(accepted).toEqual([]);
  });
});
