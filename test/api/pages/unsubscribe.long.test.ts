import { beforeAll, describe, expect, test } from 'vitest';
import { escapeHtml } from '#shared/base/kernel/html.ts';
import { newEmail } from '../../support/accounts.ts';
import { reminderCalls } from '../../support/reminders/calls.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { emailCalls } from '../invoice-emails/calls.ts';
import { LANGUAGES, languageOf, visit } from './calls.ts';
import { unsubscribeCalls } from './unsubscribe-calls.ts';

/** Unsubscribing from automatic mails: mails with copies, the languages of the page, mails that wait already. */
const service = useOwnService();
const trader = useTrader({ service, lasting: true });
const { scope, newTrader, request } = trader;
const { send, history } = emailCalls(service, trader);
const { enable, offsets } = reminderCalls(service);
const { nextDay, newestTo, oneClick, owedBy, pathIn } = unsubscribeCalls(service, trader);
beforeAll(async () => {
  service().runtime.clock.freeze(true);
  await enable(scope, { offsets: [-2, -1, 0] });
});

describe('automatic mails', () => {
  test('with copies have only the link: the recipient of a copy must not unsubscribe the client with one click', async () => {
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

  test('have a link, and the headers of RFC 8058; a mail that a user sends has neither', async () => {
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

  test('a mail that was accepted before is not sent any more, and its history has the reason', async () => {
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
});
