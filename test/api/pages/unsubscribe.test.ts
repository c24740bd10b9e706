import { beforeAll, describe, expect, test } from 'vitest';
import { randomHex } from '#shared/base/kernel/ids.ts';
import { newEmail, registerOnly, resetMail } from '../../support/accounts.ts';
import { reminderCalls } from '../../support/reminders/calls.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { emailCalls } from '../invoice-emails/calls.ts';
import { languageOf, visit } from './calls.ts';
import { unsubscribeCalls } from './unsubscribe-calls.ts';

/** Unsubscribing from automatic mails: the link and headers of reminders, the page, and the mails that stop. */
const service = useOwnService();
const trader = useTrader({ service, lasting: true });
const { scope, newTrader } = trader;
const { send, history } = emailCalls(service, trader);
const { enable, offsets } = reminderCalls(service);
const { nextDay, oneClick, owedBy, pathIn } = unsubscribeCalls(service, trader);

beforeAll(async () => {
  service().runtime.clock.freeze(true);
  await enable(scope, { offsets: [-2, -1, 0] });
});

describe('/pages/unsubscribe/{token}', () => {
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

  test.each(['GET', 'POST'])('%s returns the same for unknown and malformed tokens: 404', async method => {
    const unknown = ['0'.repeat(88), randomHex(44), randomHex(32), 'x'].map(token => `/pages/unsubscribe/${token}?lang=de`);
    const pages = await Promise.all(unknown.map(path => visit(service(), path, {}, method)));
    expect(new Set(pages.map(({ status, html }) => `${status} ${html}`)).size).toBe(1);
    expect([pages[0]?.status, pages[0] && languageOf(pages[0])]).toEqual([404, 'de']);
    expect(await service().api(method, '/pages/unsubscribe/x')).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    });
  });
});
