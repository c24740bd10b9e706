import { describe, expect, test } from 'vitest';
import { useTrader } from '../../support/trader.ts';
import { shareLinksCalls } from '../share-links/calls.ts';
import { visit } from './calls.ts';

/** The page of a shared document: the open amount, and how to pay it. */
const trader = useTrader();
const { service, request, issued } = trader;
const { share } = shareLinksCalls(service, trader);

const open = (token: string, query = '') => visit(service(), `/pages/share/${token}${query}`);
/** An account for payments in a currency, which is printed on invoices. */
const account = (currency: string, iban: string) =>
  request('POST', '/bank-accounts', { iban, bankName: 'Banca Exemplu', currency, showOnInvoice: true });

describe('GET /pages/share/{token}', () => {
  test('shows how to pay, with a code for transfers in euro, until it is paid', async () => {
    await account('EUR', 'RO49AAAA1B31007593840000');
    await account('RON', 'RO09BCYP0000001234567890');
    const inLei = await issued();
    const { html: lei } = await open((await share(inLei.id)).body.token);
    expect(lei).toContain('RO09 BCYP 0000 0012 3456 7890');
    expect(lei).not.toContain('<svg');

    const invoice = await issued({ currency: 'EUR', exchangeRate: 4.97 });
    const { token } = (await share(invoice.id)).body;
    const { html } = await open(token, '?lang=en');
    expect(html).toContain('RO49 AAAA 1B31 0075 9384 0000');
    expect(html).toContain('<svg');
    expect(html).toContain(`data-text="${invoice.number}"`);

    await request('POST', `/invoices/${invoice.id}/payments`, { amount: 121, paymentDate: invoice.issueDate });
    const { html: paid } = await open(token, '?lang=en');
    expect(paid).toContain('Paid in full');
    expect(paid).not.toMatch(/<svg|RO49 AAAA/);
  });

  test('a credit note shows no way to pay, and a personal number is not shown', async () => {
    const person = { clientId: null, receiverName: 'Ion Pop', receiverCif: '1800101221144' };
    const address = { receiverAddress: 'Str. Lungă 1', receiverCity: 'Brașov', receiverCounty: 'Brașov' };
    const invoice = await issued({ ...person, ...address });
    const { html } = await open((await share(invoice.id)).body.token);
    expect(html).toContain('Ion Pop');
    expect(html).not.toContain('1800101221144');

    const credit = await trader.creditIssued(await issued());
    const { html: note } = await open((await share(credit.id)).body.token);
    expect(note).toContain(`Nota de credit ${credit.number}`);
    expect(note).toContain('Nu este nimic de plată.');
    expect(note).not.toContain('IBAN');
  });
});
