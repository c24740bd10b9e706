import { beforeAll, describe, expect, test } from 'vitest';
import { expecting } from '../../infra/local/api-client.ts';
import { LANGUAGES } from '#shared/model/document.ts';
import { newEmail, registerOnly } from '../support/accounts.ts';
import { useBrowser } from '../support/browser/launch.ts';
import { faultsOf } from '../support/browser/look.ts';
import { logoForm } from '../support/files.ts';
import { invited } from '../support/organization.ts';
import { useTrader } from '../support/trader.ts';

/** Every hosted page in every language: nothing is wider than a telephone, and no rule of accessibility is violated, in light and dark. */
const trader = useTrader();
const { service, request, scope, issued } = trader;
const tab = useBrowser();

/** A logo that is visible in screenshots. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="60" viewBox="0 0 240 60">
  <circle cx="30" cy="30" r="26" fill="#0f766e"/><path d="M70 44h150M70 30h110M70 16h130" stroke="#1c2733" stroke-width="6"/>
</svg>`;

/** The pages by name: a path with its token, in the path or the fragment. */
const paths: Record<string, string> = {
  home: '/pages',
  privacy: '/pages/privacy',
  connected: '/pages/settings/taxauth?status=connected',
  denied: '/pages/settings/taxauth?status=denied',
  failed: '/pages/settings/taxauth?status=failed',
  'confirm-email': '/pages/confirm-email#token=x',
  'reset-password': '/pages/reset-password#token=x',
  error: '/pages/share/x',
};
const NAMES = [...Object.keys(paths), 'invitation', 'shared-euro', 'shared-lei', 'unsubscribe', 'unsubscribed'];

beforeAll(async () => {
  const body = logoForm(Buffer.from(LOGO), 'logo.svg');
  await expecting(200, 'A logo', service().api('POST', `/api/v1/companies/${scope.company}/logo`, { token: scope.token, body }));
  await request('PUT', '/pdf-template-config', { primaryColor: '#0f766e' });
  for (const [currency, iban] of [
    ['EUR', 'RO49AAAA1B31007593840000'],
    ['RON', 'RO09BCYP0000001234567890'],
  ])
    await request('POST', '/bank-accounts', { iban, bankName: 'Banca Exemplu', currency, showOnInvoice: true });
  const shared = async (overrides: object): Promise<string> => {
    const { id } = await issued(overrides);
    return new URL((await request<{ url: string }>('POST', `/invoices/${id}/share-links`, {})).body.url).pathname;
  };
  paths['shared-euro'] = await shared({ currency: 'EUR', exchangeRate: 4.97 });
  paths['shared-lei'] = await shared({ issueDate: '2026-01-05', dueDate: '2026-01-20' });

  const owner = await registerOnly(service(), { organizationName: 'Firma & Fiii', firstName: 'Ana', lastName: 'Pop' });
  const { token } = await invited(service(), owner, { email: newEmail(), role: 'admin' });
  paths['invitation'] = `/pages/invitations/accept#token=${token}`;

  const [invoice, to] = [await issued(), newEmail()];
  await request('POST', `/invoices/${invoice.id}/email`, { to, attachPdf: false });
  await service().idle();
  const [mail] = await service().mailbox(to);
  const tracked = /\/t\/([\w-]{88})\/open\.gif/.exec(mail?.html ?? '')?.[1] ?? '';
  paths['unsubscribe'] = paths['unsubscribed'] = `/pages/unsubscribe/${tracked}`;
});

/** The path in a language. */
const inLanguage = (path: string, language: string): string => {
  const url = new URL(path, service().url);
  url.searchParams.set('lang', language);
  return url.href;
};

describe.each(LANGUAGES)('in %s', language => {
  test.each(NAMES)('the page %s is readable on a telephone, accessible, and without errors', async name => {
    await tab.page.goto('about:blank');
    tab.problems.splice(0);
    await tab.page.goto(inLanguage(paths[name] ?? '', language));
    if (name === 'invitation') {
      await tab.page.waitForSelector('#invitation:not([hidden])');
      await tab.page.evaluate(`document.querySelectorAll('details').forEach(one => { one.open = true; })`);
    }
    if (name === 'unsubscribed') {
      await tab.page.focus('form button');
      await Promise.all([tab.page.waitForNavigation(), tab.page.keyboard.press('Enter')]);
    }
    expect(await tab.page.$eval('html', ({ lang }) => lang)).toBe(language);
    expect(await faultsOf(tab.page, `${name}-${language}`)).toEqual([]);
    expect(tab.problems).toEqual(name === 'error' ? [expect.stringContaining('404')] : []);
  });
});
