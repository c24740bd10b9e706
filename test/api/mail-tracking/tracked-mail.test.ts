import { describe, expect, it } from 'vitest';
import { everythingAtRest } from '../../support/accounts.ts';
import { codeOf } from '../../support/refusals.ts';
import type { Answered, Refusal } from '../../support/contract.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';
import { emailCalls } from '../invoice-emails/calls.ts';
import { mailTo } from './calls.ts';

const service = useOwnService();
const trader = useTrader({ service, lasting: true });
const { history, sent } = emailCalls(service, trader);
const get = (path: string) => service().api('GET', path) as Promise<Answered<Refusal> & { headers: Headers }>;
const load = (path: string, headers: Record<string, string> = {}) => service().api('GET', path, { headers });
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
      `/api/v1/t/${'0'.repeat(88)}/click?${query}`,
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

  it('name the mail in their token, which is stored nowhere, and work after an attempt that failed', async () => {
    service().runtime.faults.add({ service: 'ses', kind: 'fail', times: 1 });
    const { invoice, to } = await sent({ attachPdf: false, body: BODY });
    service().runtime.faults.clear();
    await service().advance('PT2M');
    const { picture = '' } = await mailTo(service(), to);
    const token = picture.split('/').at(-2) ?? '';
    expect((await history(invoice.id))[0]).toMatchObject({ openedAt: null });
    await load(picture);
    expect((await history(invoice.id))[0]?.openedAt).not.toBeNull();
    expect(token).toHaveLength(88);
    expect(await everythingAtRest()).not.toContain(token);
  });
});

// In the long run, because the SDK waits between its tries.
describe.runIf(DEPTH)('the links of a tracked mail', () => {
  it('redirect when the record of the click cannot be written', async () => {
    const { to } = await sent({ attachPdf: false, body: 'Bună ziua, [oferta](https://shop.example/terms?a=1&b=2)' });
    const { links } = await mailTo(service(), to);
    service().runtime.faults.add({ service: 'dynamodb', operation: 'PutItem', kind: 'fail' });
    const answer = await service().api('GET', links[0] ?? '');
    service().runtime.faults.clear();
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://shop.example/terms?a=1&b=2']);
  });
});

describe('the image of a tracked mail', () => {
  it('records who opened it and when; the first time counts', async () => {
    const { invoice, to } = await sent({ attachPdf: false });
    const { picture = '' } = await mailTo(service(), to);
    const answer = await load(picture, { 'user-agent': 'Mail/1.0' });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/gif',
      'no-store',
    ]);
    const [opened] = await history(invoice.id);
    expect(opened).toMatchObject({ deliveryStatus: 'opened', metadata: { userAgent: 'Mail/1.0' } });
    expect(opened?.openedAt).not.toBeNull();
    await service().advance('PT5M');
    await load(picture);
    const [again] = await history(invoice.id);
    expect([again?.openedAt, again?.metadata?.opens?.length]).toEqual([opened?.openedAt, 2]);
  });

  it('responds the same for an unknown token and for a malformed one', async () => {
    const { to } = await sent({ attachPdf: false });
    const { picture = '' } = await mailTo(service(), to);
    const answers = await Promise.all(
      [picture, `/api/v1/t/${'0'.repeat(88)}/open.gif`, '/api/v1/t/x/open.gif'].map(path => load(path)),
    );
    const seen = answers.map(({ status, body, headers }) => ({
      status,
      bytes: (body as Buffer).toString('hex'),
      headers: ['content-type', 'content-length', 'cache-control'].map(name => headers.get(name)),
    }));
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });

  it.runIf(DEPTH)('does not count HEAD requests and browsers that prefetch', async () => {
    const { invoice, to } = await sent({ attachPdf: false });
    const { picture = '', links } = await mailTo(service(), to);
    await service().api('HEAD', picture);
    for (const header of ['sec-purpose', 'purpose', 'x-moz']) await load(picture, { [header]: 'prefetch' });
    expect((await load(links[0] ?? '', { 'sec-purpose': 'prefetch;anonymous-client-ip' })).status).toBe(302);
    expect((await history(invoice.id))[0]).toMatchObject({ deliveryStatus: 'delivered', openedAt: null, clickedAt: null });
  });

  it.runIf(DEPTH)('takes few writes, however often it is loaded', async () => {
    const { invoice, to } = await sent({ attachPdf: false });
    const { picture = '' } = await mailTo(service(), to);
    const loads = 60;
    for (let loaded = 0; loaded < loads; loaded += 20) await Promise.all(Array.from({ length: 20 }, () => load(picture)));
    const [record] = await history(invoice.id);
    // One a minute.
    expect(record?.metadata?.opens?.length).toBeLessThanOrEqual(3);
    for (let minute = 0; minute < 3; minute++) {
      await service().advance('PT61S');
      await load(picture);
    }
    expect((await history(invoice.id))[0]?.metadata?.opens?.length).toBeGreaterThan(2);
  });
});
