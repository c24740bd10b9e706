import { expect, test } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { readCleared, readRemoved } from '#shared/accounts/identity/sign-in/removed.ts';
import { clearCompany } from '#shared/app/takeover/clear-company.ts';
import { changeAccount, type Registered, registerReady } from '../../support/accounts.ts';
import { LONG } from '../../support/effort.ts';
import { logoForm } from '../../support/files.ts';
import { invoiceBody } from '../../support/invoices.ts';
import { useOwnService } from '../../support/service.ts';
import { takeoverCalls, WAYS } from './takeover-calls.ts';

/**
 * Settings that the registrant of another person's address has made in the company must direct neither the owner's money nor their documents
 * after the owner has taken over the account (ACC-88).
 */

const service = useOwnService({ machines: [], emailConfirmation: 'optional' });
const { takeOver } = takeoverCalls(service);
const IBAN = 'RO49AAAA1B31007593840000';

/** Every setting that directs money and documents, as the service accepted it before it required a confirmed email. */
async function setUp(registrant: Registered) {
  const scope = await service().newCompany({ token: registrant.token } as never);
  const call = <T>(method: string, path: string, body?: unknown): Promise<T> =>
    expecting<T>([200, 201], `${method} ${path}`, service().api(method, `/api/v1${path}`, { ...scope, body }));
  const client = await service().newClient(scope);
  await call('PATCH', `/companies/${scope.company}`, {
    ...{ emailCc: 'copy@evil.example', emailBcc: 'spy@evil.example' },
    ...{ bankName: 'Banca Rea', bankAccount: IBAN, bankBic: 'AAAAROBU' },
    ...{ email: 'office@evil.example', phone: '0700000000', website: 'https://evil.example' },
  });
  await call('POST', '/bank-accounts', { iban: IBAN, bankName: 'Banca Rea', currency: 'RON', isDefault: true });
  await call('POST', '/webhooks', { url: `${service().url}/_local/webhooks/x`, events: ['*'] });
  await call('POST', '/email-templates', {
    name: 'Al meu',
    subject: 'Plătiți',
    body: 'Plătiți în alt cont',
    category: 'invoice',
  });
  await call('PUT', '/reminder-settings', { templates: { final_notice: { subject: 'Plătiți', body: 'În alt cont' } } });
  await call('PUT', '/pdf-template-config', { footerText: `Plătiți în ${IBAN}` });
  const logo = await fetch(`${service().url}/api/v1/companies/${scope.company}/logo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${registrant.token}`, 'x-company': scope.company },
    body: logoForm(),
  });
  expect(logo.status).toBe(200);
  const payee = { payeeName: 'Alt Beneficiar', payeeBankAccount: 'RO83EXMP0000456789012345', payeeBankName: 'Banca Rea' };
  const { invoice: issued } = await call<{ invoice: { id: string } }>('POST', '/invoices', invoiceBody(client.id, payee));
  const { invoice: draft } = await call<{ invoice: { id: string } }>(
    'POST',
    '/invoices',
    invoiceBody(client.id, { ...payee, notes: 'B' }),
  );
  await call('POST', `/invoices/${issued.id}/issue`);
  const link = await call<{ token: string }>('POST', `/invoices/${issued.id}/share-links`, {});
  await changeAccount(registrant.userId, { emailConfirmed: false });
  return { scope, client, issued, draft, link };
}

test.each(LONG ? WAYS : WAYS.slice(0, 1))(
  'by %s removes settings that direct money and documents, keeps the rest, lists what was removed, and does nothing when repeated',
  async way => {
    const registrant = await registerReady(service());
    const { scope, client, issued, draft, link } = await setUp(registrant);
    const mine = { token: await takeOver(way, registrant.email), company: scope.company };
    const get = async (path: string) => (await service().api('GET', `/api/v1${path}`, mine)).body as never;

    expect(await get('/webhooks')).toEqual([]);
    expect(await get('/bank-accounts')).toEqual([]);
    const NOTHING = { emailCc: null, emailBcc: null, bankName: null, bankAccount: null, bankBic: null };
    expect(await get(`/companies/${scope.company}`)).toMatchObject({
      ...NOTHING,
      email: null,
      phone: null,
      website: null,
      logoPath: null,
    });
    const templates: { name: string; subject: string }[] = await get('/email-templates');
    expect(templates.map(one => one.name).toSorted()).toEqual(['Aviz de însoțire', 'Factură', 'Proformă']);
    expect(await get('/reminder-settings')).toMatchObject({ templates: {} });
    expect(await get('/pdf-template-config')).toMatchObject({ footerText: null });
    expect((await fetch(`${service().url}/api/v1/share/${link.token}`)).status).toBe(404);
    expect(await get(`/invoices/${draft.id}`)).toMatchObject({ payeeName: null, payeeBankAccount: null, payeeBankName: null });

    // Documents, clients and products stay; issued documents are unchanged.
    expect(await get(`/clients/${client.id}`)).toMatchObject({ client: { id: client.id } });
    expect(await get(`/invoices/${issued.id}`)).toMatchObject({ status: 'issued', payeeName: 'Alt Beneficiar' });
    const { body } = await service().api('POST', `/api/v1/invoices/${draft.id}/issue`, mine);
    expect(body).toMatchObject({ status: 'issued' });
    const xml = await fetch(`${service().url}/api/v1/invoices/${draft.id}/xml`, {
      headers: { authorization: `Bearer ${mine.token}`, 'x-company': mine.company },
    });
    expect(await xml.text()).not.toMatch(/RO49AAAA|RO83EXMP|evil\.example/);

    await service().idle();
    const mails = (await service().mailbox(registrant.email)).filter(
      ({ subject }) => subject === 'Contul este acum al dumneavoastră',
    );
    expect(mails).toHaveLength(1);
    const removed =
      'adrese care primeau evenimente (webhooks) (1), legături către documente (1), adrese care primeau copii ale mesajelor (1), conturi bancare (2), beneficiari ai plății din ciorne (1), date de contact ale firmelor (1), șabloane de e-mail (1), texte ale mementourilor (1), setări ale PDF-urilor (1), sigle (1)';
    expect(mails[0]?.text).toContain(removed);
    expect(`${mails[0]?.text} ${mails[0]?.html}`).not.toMatch(/evil|Banca Rea|Alt Beneficiar/);

    // A repetition removes nothing more, counts nothing twice, and does not read the company again, however many there are.
    expect(await readRemoved(registrant.userId)).toMatchObject({ webhooks: 1, bankAccounts: 2 });
    expect(await readCleared(registrant.userId)).toEqual(new Set([scope.company]));
    await clearCompany(scope.company, removed => {
      throw new Error(`Removed once more: ${JSON.stringify(removed)}`);
    });
  },
);
