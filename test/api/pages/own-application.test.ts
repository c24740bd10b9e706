import { beforeAll, describe, expect, test } from 'vitest';
import { newEmail, registerOnly, resetMail } from '../../support/accounts.ts';
import { invited } from '../../support/organization.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { visit } from './calls.ts';

/** A web application of the deployer's own (`appUrl`): links lead there in place of the hosted pages. */
const APP = 'https://app.acme.example/billing';
const service = useOwnService({ appUrl: `${APP}/` });
const trader = useTrader({ service });

/** The addresses in a mail, each once; without those of tracking, which only redirect. */
const linksIn = (mail: { text: string | null; html: string | null } | undefined): string[] => [
  ...new Set(`${mail?.text ?? ''}\n${mail?.html ?? ''}`.match(/https?:\/\/[^\s"'<>]+/g) ?? []),
];
const newestTo = async (email: string) => {
  await service().idle();
  return (await service().mailbox(email))[0];
};

describe('links of mails about accounts lead to the application, with the token in the query', () => {
  let person: Awaited<ReturnType<typeof registerOnly>>;
  beforeAll(async () => {
    person = await registerOnly(service());
  });

  test('to confirm an email', async () => {
    const token = expect.stringMatching(/^https:\/\/app\.acme\.example\/billing\/confirm-email\?token=[\w.~-]+$/) as string;
    expect(linksIn(await newestTo(person.email))).toEqual([token]);
  });

  test('to reset a password', async () => {
    await service().api('POST', '/api/auth/forgot-password', { body: { email: person.email } });
    const token = expect.stringMatching(/^https:\/\/app\.acme\.example\/billing\/reset-password\?token=[\w.~-]+$/) as string;
    expect(linksIn(await resetMail(service(), person.email))).toEqual([token]);
  });

  test('to accept an invitation', async () => {
    const email = newEmail();
    await invited(service(), person, { email, role: 'admin' });
    const token = expect.stringMatching(/^https:\/\/app\.acme\.example\/billing\/invitations\/accept\?token=[\w.~-]+$/) as string;
    expect(linksIn(await newestTo(email))).toEqual([token]);
  });
});

test('the link of a shared document leads to the application', async () => {
  const invoice = await trader.issued();
  const { body } = await trader.request<{ url: string; token: string }>('POST', `/invoices/${invoice.id}/share-links`, {});
  expect(body.url).toBe(`${APP}/share/${body.token}`);
});

test('the response of the tax authority to a consent leads there, too', async () => {
  const answer = await fetch(`${service().url}/api/connect/taxauth/callback?state=none`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, `${APP}/settings/taxauth?status=invalid`]);
});

test('recipients unsubscribe on the page of the service, which an application does not have', async () => {
  const [invoice, to] = [await trader.issued(), newEmail()];
  await trader.request('POST', `/invoices/${invoice.id}/email`, { to, attachPdf: false });
  const token = /\/t\/([\w-]{88})\/open\.gif/.exec((await newestTo(to))?.html ?? '')?.[1] ?? '';
  expect((await visit(service(), `/pages/unsubscribe/${token}`)).status).toBe(200);
});
