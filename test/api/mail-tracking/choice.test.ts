import { expect, test } from 'vitest';
import { addDays } from '#shared/base/kernel/dates.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { newEmail } from '../../support/accounts.ts';
import { reminderCalls } from '../../support/reminders/calls.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { mailTo } from './calls.ts';

/** Which mails are tracked, by the setting of the company (OUT-99). */

const service = useOwnService();
const trader = useTrader({ service, lasting: true });
const { scope, request } = trader;
const { enable, turnTo } = reminderCalls(service);
const PERSON = { type: 'individual', cui: null, vatCode: null, isVatPayer: false, registrationNumber: null };

const choose = (mailTracking: unknown) => request<never>('PATCH', `/companies/${scope.company}`, { mailTracking });

async function owedBy(client: object) {
  const email = newEmail();
  const { id } = await service().newClient(scope, { name: email, email, ...client });
  return { email, invoice: await trader.inForce({ clientId: id, dueDate: addDays(today(), 2) }) };
}

async function isTracked({ email, invoice }: Awaited<ReturnType<typeof owedBy>>, body: object = {}) {
  const sent = await request('POST', `/invoices/${invoice.id}/email`, { to: email, attachPdf: false, ...body });
  expect(sent.status).toBe(200);
  await service().idle();
  const { picture, links } = await mailTo(service(), email);
  expect(links.length > 0).toBe(picture !== undefined);
  return picture !== undefined;
}

test('a mail that somebody sends is tracked as the contract says until the company chooses; then as it has chosen', async () => {
  const [person, company] = [await owedBy(PERSON), await owedBy({ cui: null, vatCode: null })];
  const seen: unknown[] = [];
  for (const setting of [null, 'companies', 'all', 'off']) {
    const { status, body } = await choose(setting);
    expect([status, (body as { mailTracking: unknown }).mailTracking]).toEqual([200, setting]);
    seen.push([setting, await isTracked(company), await isTracked(person), await isTracked(person, { tracking: true })]);
  }
  expect(seen).toEqual([
    [null, true, true, true],
    ['companies', true, false, true],
    ['all', true, true, true],
    ['off', false, false, false],
  ]);
  expect(await choose('none')).toMatchObject({
    status: 400,
    body: { error: { details: { mailTracking: ['must be off, companies, all or null'] } } },
  });
});

test('a reminder follows the setting; the one to a person is not tracked, and has its link to unsubscribe all the same', async () => {
  await choose(null);
  await enable(scope, { offsets: [0] });
  const [person, company] = [await owedBy(PERSON), await owedBy({ cui: null, vatCode: null })];
  await turnTo(addDays(today(), 2), '09:00');
  const [toPerson, toCompany] = [await mailTo(service(), person.email), await mailTo(service(), company.email)];
  expect([toPerson.picture, toPerson.links]).toEqual([undefined, []]);
  expect(toCompany.picture).toBeDefined();
  const path = /https?:\S+(\/pages\/unsubscribe\/[\w-]{88})\n/.exec(toPerson.text ?? '')?.[1] ?? '';
  expect((await service().api('GET', path)).status).toBe(200);
  for (const { text, html } of [toPerson, toCompany]) {
    const link = `${service().url}/pages/privacy?lang=ro`;
    expect([text?.includes(link), html?.includes(`href="${link}"`)]).toEqual([true, true]);
  }
});
