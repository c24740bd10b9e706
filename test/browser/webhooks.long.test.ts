import { beforeAll, expect, it } from 'vitest';
import type { ReceivedWebhook } from '../../infra/local/external/webhook-receiver.ts';
import { useBrowser } from '../support/browser/launch.ts';
import { useOwnService } from '../support/service.ts';
import { type Company, useWebhooks } from '../support/webhooks/company.ts';
import { EMITTED, emit } from '../support/webhooks/emit.ts';

/** The local receiver of webhooks, as users see it: received requests, their signatures, and the recorded deliveries. */
// Attempts are counted: the page would show those of both copies.
const service = useOwnService({ deliversTwice: false });
const tab = useBrowser();
const { company, request } = useWebhooks(service);

let own: Company;
beforeAll(async () => {
  own = await company();
});

const leadTo = async (path: string): Promise<void> => {
  const body = { url: `${service().url}/_local/webhooks/${path}`, events: [EMITTED] };
  expect((await request(own, 'POST', '', body)).status).toBe(201);
};

const received = async (): Promise<ReceivedWebhook[]> =>
  ((await service().api('GET', '/_local/webhooks')).body as { requests: ReceivedWebhook[] }).requests;

it('shows received requests, verified, and the attempts that the service recorded', async () => {
  await leadTo('good');
  await leadTo('busy?status=503&retryAfter=60');
  await emit(own.company, ['<b>client</b>@client.example']);
  // The first attempts are made before the clock is set forward: the second one is due a minute after.
  await service().idle();
  await service().advance('PT61S');
  expect((await received()).map(({ name, status, signature }) => [name, status, signature]).toSorted()).toEqual([
    ['busy', 503, 'valid'],
    ['busy', 503, 'valid'],
    ['good', 200, 'valid'],
  ]);
  // A sender with another secret is detected.
  const forged = { id: 'x', type: EMITTED, company: own.company, sequence: 1 };
  expect((await service().api('POST', '/_local/webhooks/good', { body: forged })).status).toBe(200);
  expect((await received())[0]).toMatchObject({ name: 'good', signature: 'invalid' });

  for (const width of [1200, 400]) {
    await tab.page.setViewport({ width, height: 900 });
    await tab.page.goto(`${service().url}/_local/webhooks`);
    const text = await tab.page.evaluate('document.body.innerText');
    expect(text).toContain('Webhooks (4)');
    expect(text).toMatch(/Deliveries to \S+busy\?status=503&retryAfter=60/);
    // Wide tables scroll on their own: the page is as wide as its window.
    expect(await tab.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await tab.page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)");
    expect(await tab.page.evaluate('document.body.innerText')).toContain('<b>client</b>@client.example');
    expect(await tab.page.evaluate("document.querySelectorAll('tr').length")).toBe(5);
    const folder = process.env['SCREENSHOTS'];
    if (folder) await tab.page.screenshot({ path: `${folder}/webhooks-${width}.png`, fullPage: true });
  }
  expect((await service().api('DELETE', '/_local/webhooks')).status).toBe(204);
  expect(await received()).toEqual([]);
});
