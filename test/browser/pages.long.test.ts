import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailedToken, newEmail, PASSWORD, registerOnly, resetMail } from '../support/accounts.ts';
import { useBrowser } from '../support/browser/launch.ts';
import { faultsOf, reachedByTab } from '../support/browser/look.ts';
import { withLogo } from '../support/companies/logo.ts';
import { invited, membersOf } from '../support/organization.ts';
import { codeOf, registerGuarded } from '../support/second-factor.ts';
import { useTrader } from '../support/trader.ts';

/** The hosted pages as people use them: by the keyboard, on a telephone, in light and dark. */
const trader = useTrader();
const { service, request, scope, issued } = trader;
const tab = useBrowser();

const go = async (path: string): Promise<void> => {
  // A change of the fragment alone would not load the page.
  await tab.page.goto('about:blank');
  await tab.page.goto(path.startsWith('http') ? path : service().url + path);
};
const text = async (selector: string): Promise<string> => (await tab.page.$eval(selector, found => found.textContent)) ?? '';
/** The message of the page after the last press. */
const outcome = async (): Promise<string> => {
  await tab.page.waitForSelector('#outcome > *', { timeout: 20_000 });
  return text('#outcome');
};
const type = async (field: string, value: string): Promise<void> => {
  await tab.page.focus(field);
  await tab.page.keyboard.type(value);
};
const problems = (): string[] => tab.problems.splice(0);
beforeEach(() => void problems());

describe('the links of mails', () => {
  test('confirm an email by one press of a key, and keep the token out of the address', async () => {
    const { email } = await registerOnly(service());
    await go(`/pages/confirm-email?lang=en#token=${await mailedToken(service(), email)}`);
    expect(tab.page.url()).toBe(`${service().url}/pages/confirm-email?lang=en`);
    expect((await reachedByTab(tab.page))[0]).toBe('Confirm the address');
    await tab.page.focus('button');
    await tab.page.keyboard.press('Enter');
    expect(await outcome()).toBe('The address is confirmed. You can sign in now.');
    const login = await service().api('POST', '/api/auth', { body: { email, password: PASSWORD } });
    expect([login.status, problems()]).toEqual([200, []]);
  });

  test('reset a password, reject a bad one next to its field, and report when they are used up', async () => {
    const { email } = await registerOnly(service());
    await service().api('POST', '/api/auth/forgot-password', { body: { email } });
    const link = /https?:\S+reset-password\S+/.exec((await resetMail(service(), email))?.text ?? '')?.[0] ?? '';
    await go(link.replace('#', '?lang=en#'));
    await type('#password', 'password123');
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForSelector('#password[aria-invalid="true"]');
    expect(await text('#password-problem')).toBe('This is one of the most common passwords. Choose another.');
    expect(await faultsOf(tab.page, 'reset-password-refused')).toEqual([]);
    await type('#password', ' and 9 horses');
    await tab.page.keyboard.press('Enter');
    expect(await outcome()).toBe('The password is changed. You can sign in with the new one.');
    expect(await faultsOf(tab.page, 'reset-password-done')).toEqual([]);
    await go(link.replace('#', '?lang=en#'));
    await type('#password', 'another one 9 horses');
    await tab.page.keyboard.press('Enter');
    expect(await outcome()).toMatch(/^The link is no longer valid/);
    expect(problems().filter(problem => !/status of 4(00|01|22)/.test(problem))).toEqual([]);
  });
});

describe('the page of an invitation', () => {
  let owner: { token: string };
  beforeAll(async () => {
    owner = await registerOnly(service(), { organizationName: 'Firma & Fiii', firstName: 'Ana', lastName: 'Pop' });
  });
  const open = async (email: string): Promise<void> => {
    await invited(service(), owner, { email, role: 'admin' });
    await service().idle();
    const [mail] = await service().mailbox(email);
    await go((/https?:\S+accept#token=\w+/.exec(mail?.text ?? '')?.[0] ?? '').replace('#', '?lang=en#'));
    await tab.page.waitForSelector('#invitation:not([hidden])');
  };
  const isMember = async (email: string): Promise<boolean> =>
    (await membersOf(service(), owner)).some(member => member.email === email);

  test('registers the invited person, who accepts', async () => {
    const email = newEmail();
    await open(email);
    expect(await text('dl')).toMatch(/Firma & Fiii.*Ana Pop.*administrator.*2026/s);
    expect(await faultsOf(tab.page, 'invitation')).toEqual([]);
    await tab.page.focus('summary');
    await tab.page.keyboard.press('Enter');
    await type('#firstName', 'Ion');
    await type('#new-password', 'short');
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForSelector('#new-password[aria-invalid="true"]');
    expect(await text('#new-password-problem')).toBe('The password must have at least 8 characters.');
    expect(await faultsOf(tab.page, 'invitation-registration')).toEqual([]);
    await type('#new-password', ' and 9 horses');
    await tab.page.keyboard.press('Enter');
    expect(await outcome()).toMatch(/^The invitation is accepted\. We have sent you a mail/);
    expect(await faultsOf(tab.page, 'invitation-accepted')).toEqual([]);
    expect(await isMember(email)).toBe(true);
    await tab.page.reload();
    expect(await outcome()).toMatch(/^The invitation is no longer valid/);
    expect(problems().filter(problem => !/status of 4(00|04)/.test(problem))).toEqual([]);
  });

  test('signs in with a second factor, after a wrong password, and ends the session', async () => {
    const { email, secret, refreshToken } = await registerGuarded(service());
    await open(email);
    await type('#login-password', 'wrong');
    await tab.page.keyboard.press('Enter');
    expect(await outcome()).toMatch(/^The password is wrong/);
    await tab.page.focus('#login-password');
    await tab.page.keyboard.down('Control');
    await tab.page.keyboard.press('a');
    await tab.page.keyboard.up('Control');
    await tab.page.keyboard.type(PASSWORD);
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForSelector('form[data-step="code"]:not([hidden])');
    expect(await tab.page.evaluate('document.activeElement.id')).toBe('code');
    expect(await faultsOf(tab.page, 'invitation-code')).toEqual([]);
    await tab.page.keyboard.type(codeOf(secret, 1));
    await tab.page.keyboard.press('Enter');
    expect(await outcome()).toMatch(/^The invitation is accepted\. Open your/);
    expect(await isMember(email)).toBe(true);
    // Only the session of the registration is left.
    const refreshed = await service().api('POST', '/api/auth/token/refresh', { body: { refresh_token: refreshToken } });
    const { token } = refreshed.body as { token: string };
    expect((await service().api('GET', '/api/v1/me/sessions', { token })).body).toHaveLength(1);
    expect(problems().filter(problem => !/status of 401/.test(problem))).toEqual([]);
  });
});

test('the recipient of a mail unsubscribes by one press of a key', async () => {
  const [invoice, to] = [await issued(), newEmail()];
  await request('POST', `/invoices/${invoice.id}/email`, { to, attachPdf: false });
  await service().idle();
  const [mail] = await service().mailbox(to);
  const token = /\/t\/([\w-]{88})\/open\.gif/.exec(mail?.html ?? '')?.[1] ?? '';
  await go(`/pages/unsubscribe/${token}?lang=de`);
  expect(await text('main')).toContain(to);
  expect(await reachedByTab(tab.page)).toEqual(['Automatische E-Mails abbestellen', 'Română', 'English', 'Français']);
  expect(await faultsOf(tab.page, 'unsubscribe')).toEqual([]);
  await tab.page.focus('button');
  await Promise.all([tab.page.waitForNavigation(), tab.page.keyboard.press('Enter')]);
  expect(await text('.note')).toMatch(/^Erledigt/);
  expect(await faultsOf(tab.page, 'unsubscribed')).toEqual([]);
  expect(await request('POST', `/invoices/${invoice.id}/email`, { to, attachPdf: false })).toMatchObject({ status: 422 });
  expect(problems()).toEqual([]);
});

describe('the page of a shared document', () => {
  const shareOf = async (id: string): Promise<string> =>
    (await request<{ url: string }>('POST', `/invoices/${id}/share-links`, {})).body.url;

  beforeAll(async () => {
    await withLogo(service(), scope);
    await request('PUT', '/pdf-template-config', { primaryColor: '#0f766e' });
    for (const [currency, iban] of [
      ['EUR', 'RO49AAAA1B31007593840000'],
      ['RON', 'RO09BCYP0000001234567890'],
    ])
      await request('POST', '/bank-accounts', { iban, bankName: 'Banca Exemplu', currency, showOnInvoice: true });
  });

  test('shows the amount to pay, and is usable by the keyboard', async () => {
    const invoice = await issued({ currency: 'EUR', exchangeRate: 4.97 });
    await go(`${await shareOf(invoice.id)}?lang=en`);
    expect(await text('h1')).toBe(`Invoice ${invoice.number}`);
    const files = ['PDF', 'XML (e-invoice)'];
    const copies = ['Copy IBAN', 'Copy Amount', 'Copy Payment reference'];
    expect(await reachedByTab(tab.page)).toEqual([...files, ...copies, 'Română', 'Deutsch', 'Français']);
    expect(await faultsOf(tab.page, 'shared')).toEqual([]);
    expect(problems()).toEqual([]);
  });

  test('copies the IBAN without its blanks', async () => {
    await tab.page.evaluate(`navigator.clipboard.writeText = async text => { window.copied = text; }`);
    await tab.page.focus('button[data-copies="iban"]');
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForFunction('window.copied', { timeout: 10_000 });
    expect(await tab.page.evaluate('window.copied')).toBe('RO49AAAA1B31007593840000');
    expect(await text('button[data-copies="iban"]')).toBe('Copied');
  });

  test('is readable when paid in part in lei, overdue, paid, and for a credit note', async () => {
    const partly = await issued();
    await request('POST', `/invoices/${partly.id}/payments`, { amount: 20.5, paymentDate: partly.issueDate });
    await go(`${await shareOf(partly.id)}?lang=ro`);
    expect(await text('.note')).toContain('Plătită parțial');
    expect(await faultsOf(tab.page, 'shared-partly')).toEqual([]);

    const credit = await trader.creditIssued(await issued());
    await go(`${await shareOf(credit.id)}?lang=de`);
    expect(await text('.note')).toContain('Es ist nichts zu zahlen.');
    expect(await faultsOf(tab.page, 'shared-credit-note')).toEqual([]);

    const late = await issued({ issueDate: '2026-01-05', dueDate: '2026-01-20' });
    await go(`${await shareOf(late.id)}?lang=fr`);
    expect(await text('.note')).toContain('Échue le');
    expect(await faultsOf(tab.page, 'shared-overdue')).toEqual([]);
    expect(problems()).toEqual([]);
  });
});
