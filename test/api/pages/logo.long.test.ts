import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../../infra/local/faults/faults.ts';
import { escapeHtml } from '#shared/base/kernel/html.ts';
import { newEmail } from '../../support/accounts.ts';
import { withLogo } from '../../support/companies/logo.ts';
import { useTrader } from '../../support/trader.ts';
import { visit } from './calls.ts';

/** The pages for a company's clients: they have its logo and colour, and work without the logo while it cannot be read. */
const trader = useTrader();
const { service, request, scope, issued } = trader;

const LOGO = /<img src="data:image\/png;base64,[\w+/=]+" alt="[^"]+"/;

/** Paths of the pages, by purpose. */
let paths: { share: string; unsubscribe: string };
let name: string;
beforeAll(async () => {
  await withLogo(service(), scope);
  await request('PUT', '/pdf-template-config', { primaryColor: '#0f766e' });
  ({ name } = (await request<{ name: string }>('GET', `/companies/${scope.company}`)).body);
  const [invoice, to] = [await issued(), newEmail()];
  const { url } = (await request<{ url: string }>('POST', `/invoices/${invoice.id}/share-links`, {})).body;
  await request('POST', `/invoices/${invoice.id}/email`, { to, attachPdf: false });
  await service().idle();
  const [mail] = await service().mailbox(to);
  const token = /\/t\/([\w-]{88})\/open\.gif/.exec(mail?.html ?? '')?.[1] ?? '';
  paths = { share: new URL(url).pathname, unsubscribe: `/pages/unsubscribe/${token}` };
});
afterEach(() => service().runtime.faults.clear());

const PAGES: [title: string, method: string, page: keyof typeof paths][] = [
  ['the page of a shared document', 'GET', 'share'],
  ['the page that asks whether to unsubscribe', 'GET', 'unsubscribe'],
  ['the page that says that it is done', 'POST', 'unsubscribe'],
];

const FAULTS: [title: string, fault: Omit<Fault, 'service'>][] = [
  ['fails', { kind: 'fail' }],
  ['throttles', { kind: 'throttle' }],
  ['does not answer', { kind: 'slow', delayMs: 20_000 }],
];

describe.each(PAGES)('%s', (_, method, page) => {
  test('has the logo and colour of the company', async () => {
    const { status, html } = await visit(service(), paths[page], {}, method);
    expect(status).toBe(200);
    expect(html).toMatch(LOGO);
    expect(html).toContain('--brand: #0f766e');
  });

  test('has no logo if the company wants none on its documents', async () => {
    await request('PUT', '/pdf-template-config', { showLogo: false });
    const { html } = await visit(service(), paths[page], {}, method);
    await request('PUT', '/pdf-template-config', { showLogo: true });
    expect(html).not.toContain('<img');
    expect(html).toContain('--brand: #0f766e');
  });
});

test.each(FAULTS)('are shown with the name of the company in place of the logo while S3 %s', async (_, fault) => {
  service().runtime.faults.add({ service: 's3', operation: 'GetObject', ...fault });
  const answers = await Promise.all(PAGES.map(([, method, page]) => visit(service(), paths[page], {}, method)));
  expect(answers).toHaveLength(3);
  for (const { status, html } of answers) {
    expect(status).toBe(200);
    expect(html).not.toContain('<img');
    expect(html).toContain(`<header>${escapeHtml(name)}</header>`);
    expect(html).toContain('--brand: #0f766e');
  }
});

test('unsubscribing takes effect while S3 fails', async () => {
  const [invoice, to] = [await issued(), newEmail()];
  await request('POST', `/invoices/${invoice.id}/email`, { to, attachPdf: false });
  await service().idle();
  const [mail] = await service().mailbox(to);
  const token = /\/t\/([\w-]{88})\/open\.gif/.exec(mail?.html ?? '')?.[1] ?? '';
  service().runtime.faults.add({ service: 's3', kind: 'fail' });
  expect((await visit(service(), `/pages/unsubscribe/${token}`, {}, 'POST')).status).toBe(200);
  service().runtime.faults.clear();
  expect(await request('POST', `/invoices/${invoice.id}/email`, { to, attachPdf: false })).toMatchObject({ status: 422 });
});
