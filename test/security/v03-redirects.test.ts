import { describe, expect, test } from 'vitest';
import { trackedLinks } from '#shared/output/mail/tracking/links.ts';
import { findServiceSecret } from '#shared/platform/store/service-secret.ts';
import { emailCalls } from '../api/invoice-emails/calls.ts';
import { mailTo } from '../api/mail-tracking/calls.ts';
import type { Answered, Refusal } from '../support/contract.ts';
import { PASSWORD } from '../support/accounts.ts';
import { useOwnService } from '../support/service.ts';
import { type Trader, useTrader } from '../support/trader.ts';

/** Links in a mail whose author wants the service's address to redirect to his own site. */
const service = useOwnService();
const lasting = useTrader({ service, lasting: true });
const BODY = '[x](https://login-anaf.evil.example/phish) [y](http://127.0.0.1:1/) [z](https://a:b@evil.example/)';

const follow = async (link: string): Promise<[number, string | null]> => {
  const { status, headers } = (await service().api('GET', link)) as Answered<Refusal> & { headers: Headers };
  return [status, headers.get('location')];
};

/** A mail of the company: the link to another site, and the one to the shared document. */
async function mailOf(trader: Trader): Promise<{ elsewhere: string; own: string; share: string }> {
  const { invoice, to } = await emailCalls(service, trader).sent({ attachPdf: false, body: BODY });
  const { links, text } = await mailTo(service(), to);
  const share = /https?:\/\/\S+\/share\/[0-9a-f]{64}/.exec(text ?? '')?.[0] ?? '';
  expect([links.length, invoice.status]).toEqual([2, 'issued']);
  return { elsewhere: links[0] ?? '', own: links[1] ?? '', share };
}

const TARGET = 'https://login-anaf.evil.example/phish';

describe('V3.7.2 a link of a mail redirects only over https to a named host, and ends with the mail', () => {
  test('no other target is signed, and a signature for one is rejected', async () => {
    const { elsewhere } = await mailOf(lasting);
    expect(await follow(elsewhere)).toEqual([302, TARGET]);
    const secret = (await findServiceSecret('mail-tracking')) ?? '';
    const token = elsewhere.split('/').at(-2) ?? '';
    const again = new URL(trackedLinks({ apiUrl: service().url, appUrl: service().url }, secret, token).through(TARGET));
    expect(again.pathname + again.search).toBe(elsewhere);
    for (const target of ['http://127.0.0.1:1/', 'https://a:b@evil.example/', 'https://[::1]/', 'http://evil.example/']) {
      // Signed as the service would sign it, if it took the target for one of its own.
      const own = { apiUrl: service().url, appUrl: new URL(target).origin };
      const signed = new URL(trackedLinks(own, secret, token).through(target.replace('a:b@', '')));
      signed.searchParams.set('to', target);
      expect((await follow(signed.pathname + signed.search))[0], target).toBe(404);
    }
  });

  test('404 when the company or the account is deleted', async () => {
    const gone = await lasting.newTrader({ service, lasting: false });
    const { elsewhere } = await mailOf(gone);
    expect((await gone.request('DELETE', `/companies/${gone.scope.company}`, { confirm: 'no_archive' })).status).toBe(204);
    expect(await follow(elsewhere)).toEqual([404, null]);

    const left = await lasting.newTrader({ service, lasting: false });
    const second = await mailOf(left);
    expect((await left.request('DELETE', '/me', { password: PASSWORD })).status).toBe(204);
    expect(await follow(second.elsewhere)).toEqual([404, null]);
  });

  test('404 90 days after the mail; own pages stay reachable', async () => {
    const { elsewhere, own, share } = await mailOf(lasting);
    await service().advance('P89D');
    expect(await follow(elsewhere)).toEqual([302, TARGET]);
    await service().advance('P2D');
    expect(await follow(elsewhere)).toEqual([404, null]);
    expect(await follow(own)).toEqual([302, share]);
  });
});
