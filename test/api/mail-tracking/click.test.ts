import { describe, expect, it } from 'vitest';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { lookupKey } from '#shared/platform/store/table.ts';
import { everythingAtRest } from '../../support/accounts.ts';
import { codeOf } from '../../support/refusals.ts';
import type { Answered, Refusal } from '../../support/contract.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { emailCalls } from '../invoice-emails/calls.ts';
import { mailTo } from './calls.ts';

const service = useOwnService();
const trader = useTrader({ service, lasting: true });
const { history, sent } = emailCalls(service, trader);
const get = (path: string) => service().api('GET', path) as Promise<Answered<Refusal> & { headers: Headers }>;
const BODY =
  'Bună ziua,\n\n- [condiții](https://shop.example/terms?a=1&b=2)\n\n**[oferta](https://shop.example/oferă)** [scrie](mailto:a@shop.example)';

describe('the links of a tracked mail', () => {
  it('redirect to the original target, and record which link was followed', async () => {
    const { invoice, to } = await sent({ attachPdf: false, body: BODY });
    const { links, text, html } = await mailTo(service(), to);
    const share = /https?:\/\/\S+\/share\/[0-9a-f]{64}/.exec(text ?? '')?.[0] ?? '';
    const answers = await Promise.all(links.map(get));
    expect(answers.map(({ status, headers }) => [status, headers.get('location'), headers.get('cache-control')])).toEqual(
      ['https://shop.example/terms?a=1&b=2', 'https://shop.example/ofer%C4%83', share].map(target => [302, target, 'no-store']),
    );
    expect(answers[0]?.headers.get('referrer-policy')).toBe('no-referrer');
    expect(html).toContain('href="mailto:a@shop.example"');
    // The text is unchanged, with the original addresses.
    expect(text).toContain('condiții (https://shop.example/terms?a=1&b=2)');
    expect(text).not.toContain('/api/v1/t/');
    const [record] = await history(invoice.id);
    expect(record?.deliveryStatus).toBe('clicked');
    expect(record?.clickedAt).not.toBeNull();
    expect(record?.openedAt).not.toBeNull();
    const clicked = record?.metadata?.clicks?.map(({ link }) => link).toSorted();
    const followed = [
      'https://shop.example/ofer%C4%83',
      'https://shop.example/terms?a=1&b=2',
      share.replace(/[0-9a-f]{64}/, '…'),
    ];
    expect(clicked).toEqual(followed.toSorted());
  });

  it('redirect nowhere else: 404 for another target, signature or mail', async () => {
    const [one, other] = [await sent({ attachPdf: false, body: BODY }), await sent({ attachPdf: false, body: BODY })];
    const [mine, theirs] = [await mailTo(service(), one.to), await mailTo(service(), other.to)];
    const [link = ''] = mine.links;
    const [path = '', query = ''] = link.split('?');
    const asked = new URLSearchParams(query);
    const to = asked.get('to') ?? '';
    const signature = asked.get('signature') ?? '';
    const changed = (changes: Record<string, string>) =>
      `${path}?${new URLSearchParams({ to, signature, ...changes }).toString()}`;
    const refused = [
      path,
      `${path}?to=${encodeURIComponent(to)}`,
      `${path}?signature=${signature}`,
      changed({ to: 'https://evil.example/' }),
      changed({ to: `${to}&x=1` }),
      changed({ to: to.toUpperCase() }),
      changed({ signature: '0'.repeat(64) }),
      changed({ signature: signature.slice(1) }),
      changed({ signature: `${signature}0` }),
      `${theirs.links[0]?.split('?')[0]}?${query}`,
      `/api/v1/t/${'0'.repeat(64)}/click?${query}`,
      `/api/v1/t/x/click?${query}`,
    ];
    for (const address of refused) {
      const answer = await get(address);
      expect([address, ...codeOf(answer), answer.headers.get('location')]).toEqual([address, 404, 'not_found', null]);
    }
    expect((await history(one.invoice.id))[0]).toMatchObject({ deliveryStatus: 'delivered', clickedAt: null });
  });

  it('are absent where tracking is off, and so is the image', async () => {
    const { to } = await sent({ attachPdf: false, body: BODY, tracking: false });
    const { html, links, picture } = await mailTo(service(), to);
    expect([links, picture]).toEqual([[], undefined]);
    expect(html).toContain('href="https://shop.example/terms?a=1&amp;b=2"');
    expect(html).not.toContain('<img');
  });

  it('are the same at each attempt, and their token is stored only as a hash', async () => {
    service().runtime.faults.add({ service: 'ses', kind: 'lostAnswer', times: 1 });
    const { to } = await sent({ attachPdf: false, body: BODY });
    service().runtime.faults.clear();
    const { picture = '' } = await mailTo(service(), to);
    const token = picture.split('/').at(-2) ?? '';
    expect(await getItem(lookupKey('TRACK', sha256(token)))).toMatchObject({ kind: 'tracked-mail' });
    expect(await everythingAtRest()).not.toContain(token);
  });
});
