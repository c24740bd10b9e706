import { beforeAll, describe, expect, test } from 'vitest';
import { today } from '../../../shared/kernel/clock.ts';
import { addDays } from '../../../shared/kernel/dates.ts';
import { escapeHtml } from '../../../shared/kernel/html.ts';
import { randomHex } from '../../../shared/kernel/ids.ts';
import { newEmail, registerOnly, resetMail } from '../../support/accounts.ts';
import { reminderCalls } from '../../support/reminders/calls.ts';
import { useOwnService } from '../../support/service.ts';
import { type Trader, useTrader } from '../../support/trader.ts';
import { emailCalls } from '../invoice-emails/calls.ts';
import { LANGUAGES, languageOf, visit } from './calls.ts';

/** Unsubscribing from automatic mails: the link and headers of reminders, the page, and what stops. */
const service = useOwnService();
const trader = useTrader({ service, lasting: true });
const { scope, request, newTrader } = trader;
const { send, history } = emailCalls(service, trader);
const { enable, turnTo, offsets } = reminderCalls(service);

/** An invoice that is due in 3 days, to a client with this address. */
async function owedBy(email: string, to: Pick<Trader, 'scope' | 'inForce'> = trader): Promise<string> {
  const client = await service().newClient(to.scope, { cui: null, vatCode: null, name: email, email });
  return (await to.inForce({ clientId: client.id, dueDate: addDays(today(), 3) })).id;
}
const nextDay = (): Promise<void> => turnTo(addDays(today(), 1), '09:00');

const newestTo = async (email: string) => {
  const [mail] = await service().mailbox(email);
  if (!mail) throw new Error(`No mail has come for ${email}.`);
  return mail;
};
/** The path of the link in the newest mail; empty if there is none. */
const pathIn = async (email: string): Promise<string> =>
  /https?:\S+(\/pages\/unsubscribe\/[0-9a-f]{64})\n/.exec((await newestTo(email)).text ?? '')?.[1] ?? '';
/** What mail programs send when their button is pressed (RFC 8058 §3.2). */
const oneClick = (path: string) =>
  fetch(service().url + path, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });

beforeAll(async () => {
  service().runtime.clock.freeze(true);
  await enable(scope, { offsets: [-2, -1, 0] });
});

describe('automatic mails', () => {
  test('have a link, and the headers of RFC 8058; a mail that a person sends has neither', async () => {
    const [reminded, written] = [newEmail(), newEmail()];
    const id = await owedBy(reminded);
    await send(id, { to: written, attachPdf: false });
    await nextDay();
    const mail = await newestTo(reminded);
    const path = await pathIn(reminded);
    expect(path).not.toBe('');
    expect(mail.headers['list-unsubscribe']).toBe(`<${service().url}${path}>`);
    expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(mail.html).toContain(`href="${service().url}${path}"`);
    const { headers, text, html } = await newestTo(written);
    expect(JSON.stringify({ headers, text, html })).not.toMatch(/unsubscribe/i);
  });

  test('with copies have the link alone: who gets a copy must not unsubscribe the client by one press', async () => {
    const own = await newTrader();
    const copy = newEmail();
    await own.request('PATCH', `/companies/${own.scope.company}`, { emailBcc: copy });
    await enable(own.scope, { offsets: [-2] });
    const email = newEmail();
    await owedBy(email, own);
    await nextDay();
    const mail = await newestTo(email);
    expect(mail.bcc).toEqual([copy]);
    expect(await pathIn(email)).not.toBe('');
    expect(mail.headers['list-unsubscribe']).toBeUndefined();
  });
});

describe('/pages/unsubscribe/{token}', () => {
  test('asks in the language of the mail or a chosen one, and changes nothing by GET', async () => {
    const email = newEmail();
    const id = await owedBy(email);
    await nextDay();
    const path = await pathIn(email);
    const { name } = (await request<{ name: string }>('GET', `/companies/${scope.company}`)).body;
    expect(languageOf(await visit(service(), path))).toBe('ro');
    for (const language of LANGUAGES) {
      const page = await visit(service(), `${path}?lang=${language}`);
      expect([page.status, languageOf(page)]).toEqual([200, language]);
      for (const part of [email, escapeHtml(name), '<form method="post">']) expect(page.html).toContain(part);
    }
    await nextDay();
    expect(await offsets(scope, id)).toEqual([-2, -1]);
  });

  test('stops the automatic mails of this company to this address, and nothing else', async () => {
    const [email, neighbour] = [newEmail(), newEmail()];
    const [id, other] = [await owedBy(email), await owedBy(neighbour)];
    await nextDay();
    const path = await pathIn(email);
    for (let time = 0; time < 2; time++) expect((await oneClick(path)).status).toBe(200);

    const own = await newTrader();
    await enable(own.scope, { offsets: [-2] });
    const elsewhere = await owedBy(email, own);
    await nextDay();
    expect(await offsets(scope, id)).toEqual([-2]);
    expect(await offsets(scope, other)).toEqual([-2, -1]);
    expect(await offsets(own.scope, elsewhere)).toEqual([-2]);

    const refused = await send(id, { to: email.toUpperCase(), attachPdf: false });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        error: { code: 'validation_error', details: { to: [expect.stringContaining('unsubscribed from mails of the company')] } },
      },
    });
    expect((await send(id, { to: email, attachPdf: false, force: true })).status).toBe(200);
    await service().idle();
    expect((await history(id))[0]).toMatchObject({ to: email, deliveryStatus: 'delivered' });

    await registerOnly(service(), { email });
    await service().api('POST', '/api/auth/forgot-password', { body: { email } });
    expect(await resetMail(service(), email)).toBeDefined();
  });

  test('a mail that was accepted before is not sent any more, and its history says why', async () => {
    const email = newEmail();
    const id = await owedBy(email);
    await nextDay();
    service().runtime.faults.add({ service: 'ses', kind: 'fail', times: 1 });
    await send(id, { to: email, attachPdf: false });
    await service().idle();
    service().runtime.faults.clear();
    await oneClick(await pathIn(email));
    await service().advance('PT61S');
    expect((await history(id))[0]).toMatchObject({
      deliveryStatus: 'failed',
      bounceReason: 'The recipient unsubscribed from mails of the company',
    });
  });

  test.each(['GET', 'POST'])('%s answers alike for tokens that are unknown and texts that are none: 404', async method => {
    const unknown = ['0'.repeat(64), randomHex(32), 'x'].map(token => `/pages/unsubscribe/${token}?lang=de`);
    const pages = await Promise.all(unknown.map(path => visit(service(), path, {}, method)));
    expect(new Set(pages.map(({ status, html }) => `${status} ${html}`)).size).toBe(1);
    expect([pages[0]?.status, pages[0] && languageOf(pages[0])]).toEqual([404, 'de']);
    expect(await service().api(method, '/pages/unsubscribe/x')).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    });
  });
});
