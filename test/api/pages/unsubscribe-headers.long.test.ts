import { beforeAll, describe, expect, test } from 'vitest';
import { newEmail } from '../../support/accounts.ts';
import { reminderCalls } from '../../support/reminders/calls.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { emailCalls } from '../invoice-emails/calls.ts';
import { unsubscribeCalls } from './unsubscribe-calls.ts';

/** Unsubscribing from automatic mails: the link and headers of reminders, the page, and the mails that stop. */
const service = useOwnService();
const trader = useTrader({ service, lasting: true });
const { scope } = trader;
const { send } = emailCalls(service, trader);
const { enable } = reminderCalls(service);
const { nextDay, newestTo, owedBy, pathIn } = unsubscribeCalls(service, trader);

beforeAll(async () => {
  service().runtime.clock.freeze(true);
  await enable(scope, { offsets: [-2, -1, 0] });
});

describe('automatic mails', () => {
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
