import { beforeAll, describe, expect, it } from 'vitest';
import { clearCaches } from '#shared/base/kernel/caches.ts';
import type {
  Invoice,
  InvoiceWithValidation,
  Journal,
  LedgerReport,
  OpenBalances,
  Refusal,
  SupplierPage,
  VatReport,
} from '../../support/contract.ts';
import type { ExchangeDifferences, TaxDeclaration } from '../../support/contract.ts';
import { become, call, detailOf } from '../../support/invoices.ts';
import { useOwnService } from '../../support/service.ts';
import { deliver, listedBy, newReceiver, type Receiver, supplierInvoice, synchronize } from '../../support/taxauth/received.ts';

/** Exchange rates of delivered documents, whose XML has none (TAX-65 to TAX-67). Amounts are worked by hand. */

const service = useOwnService({ exchangeRates: true });

/** A document in euros: under reverse charge, or with VAT that is stated in lei too. */
function inEuros(xml: string, vatInLei?: string, currency = 'EUR'): string {
  const euros = xml
    .replaceAll('currencyID="RON"', `currencyID="${currency}"`)
    .replace(
      '>RON</cbc:DocumentCurrencyCode>',
      `>${currency}</cbc:DocumentCurrencyCode><cbc:TaxCurrencyCode>RON</cbc:TaxCurrencyCode>`,
    );
  const inLei = `<cac:TaxTotal><cbc:TaxAmount currencyID="RON">${vatInLei ?? '0.00'}</cbc:TaxAmount></cac:TaxTotal>`;
  const both = euros.replace('<cac:LegalMonetaryTotal>', `${inLei}<cac:LegalMonetaryTotal>`);
  if (vatInLei !== undefined) return both;
  const reason = '<cbc:TaxExemptionReasonCode>VATEX-EU-AE</cbc:TaxExemptionReasonCode>';
  const [first = '', ...rest] = both
    .replaceAll('<cbc:ID>S</cbc:ID><cbc:Percent>21</cbc:Percent>', '<cbc:ID>AE</cbc:ID><cbc:Percent>0</cbc:Percent>')
    .split('<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory>');
  return rest
    .map(part => `${reason}<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory>${part}`)
    .reduce((xmls, part) => xmls + part, first);
}

beforeAll(async () => {
  const { clock, schedules } = service().runtime;
  clock.freeze(true);
  clock.set('2026-11-27T09:00:00Z');
  schedules.run('exchange-rates');
  await service().idle();
  clearCaches();
}, 120_000);

const get = async <T>(scope: Receiver, path: string): Promise<T> => {
  const { status, body } = await call<T & Refusal>(service(), scope, 'GET', path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const purchases = (scope: Receiver) => get<Journal>(scope, '/reports/journal?role=purchase&period=2026-11');

/** A company that has received documents. @returns it with the details of the documents by number */
async function receiving(make: (buyer: string) => string[]): Promise<{ scope: Receiver; byNumber: Map<string, Invoice> }> {
  const scope = await newReceiver(service(), { lasting: true });
  for (const xml of make(scope.cif)) await deliver(service(), scope, xml, { raw: true });
  await synchronize(service(), scope);
  const listed = await listedBy(service(), scope);
  const details = await Promise.all(listed.map(async ({ id }) => detailOf(service(), scope, id)));
  return { scope, byNumber: new Map(details.map(one => [one.number, one])) };
}

const invoice = (buyer: string, more: Parameters<typeof supplierInvoice>[0] = {}) =>
  supplierInvoice({ buyer, number: 'E-1', issueDate: '2026-11-18', net: '1000.00', vat: '0.00', ...more });

describe('an invoice in euros under reverse charge', () => {
  it('has the rate that the bank published before its tax point, and so have what it owes, its credit note and its supplier', async () => {
    const { scope, byNumber } = await receiving(buyer => [
      inEuros(invoice(buyer)),
      inEuros(
        invoice(buyer, {
          ...{ root: 'CreditNote', number: 'E-2', issueDate: '2026-11-25', net: '100.00' },
          names: { number: 'E-1', issueDate: '2026-11-18' },
        }),
      ),
    ]);
    const published = { exchangeRate: 5.0739, exchangeRateDate: '2026-11-17' };
    // 1,000 × 5.0739 = 5,073.90; × 21 % = 1,065.519
    expect(byNumber.get('E-1')).toMatchObject({ ...published, vatSelfAssessed: 1065.52, vatDeductible: 1065.52 });
    // The rate of the invoice: 100 × 5.0739 = 507.39; × 21 % = 106.5519
    expect(byNumber.get('E-2')).toMatchObject({ ...published, vatSelfAssessed: -106.55 });
    const { data, totals } = await purchases(scope);
    expect(
      data.map(({ number, exchangeRate, groups: [group] }) => [number, exchangeRate, group?.baseLei, group?.selfAssessedLei]),
    ).toEqual([
      ['E-1', 5.0739, 5073.9, 1065.52],
      ['E-2', 5.0739, -507.39, -106.55],
    ]);
    expect(totals).toMatchObject([
      { operation: 'reverse_charge', baseLei: 4566.51, selfAssessedLei: 958.97, deductibleLei: 958.97 },
    ]);
    const { data: suppliers } = await get<SupplierPage>(scope, '/suppliers');
    expect(Object.values(suppliers).flat()).toMatchObject([{ totalExpenses: 4566.51 }]);
  });
});

describe('an invoice that states its VAT in lei', () => {
  it('has the published rate where that gives the VAT to the cent, else the rate that it was calculated with', async () => {
    const { byNumber } = await receiving(buyer => [
      // 0.21 × 5.0739 = 1.0655; 1.07 ÷ 0.21 would be 5.0952
      inEuros(invoice(buyer, { number: 'S-1', net: '1.00', vat: '0.21' }), '1.07'),
      // 1,050 ÷ 210
      inEuros(invoice(buyer, { number: 'S-2', vat: '210.00' }), '1050.00'),
    ]);
    expect(byNumber.get('S-1')).toMatchObject({ exchangeRate: 5.0739, exchangeRateDate: '2026-11-17' });
    expect(byNumber.get('S-2')).toMatchObject({ exchangeRate: 5, exchangeRateDate: null, vatDeductible: 1050 });
  });
});

describe('an invoice without a known rate', () => {
  it('is left out of what is in lei, by name, until its rate is stated', async () => {
    // The bank does not quote the Lao kip.
    const { scope, byNumber } = await receiving(buyer => [inEuros(invoice(buyer, { number: 'L-1' }), undefined, 'LAK')]);
    const { id, ...found } = byNumber.get('L-1')!;
    expect(found).toMatchObject({ exchangeRate: 1, vatSelfAssessed: null, vatDeductible: null });
    const unrated = await purchases(scope);
    expect(unrated.data).toMatchObject([
      { documentId: id, exchangeRate: null, groups: [{ base: 1000, baseLei: 0, selfAssessedLei: 0 }] },
    ]);
    const vat = () => get<VatReport>(scope, '/reports/vat?year=2026&month=11');
    expect((await vat()).leftOut.join()).toContain('L-1');
    expect((await get<TaxDeclaration>(scope, '/reports/declarations?form=d394&period=2026-11')).leftOut.join()).toContain('L-1');
    const balance = () => get<OpenBalances>(scope, '/reports/balance?role=purchase');
    expect(await balance()).toMatchObject({ totalUnpaid: 0, currencies: [{ currency: 'LAK', balance: 1000 }] });

    const put = (exchangeRate: number | null) =>
      call<InvoiceWithValidation & Refusal>(service(), scope, 'PUT', `/invoices/${id}`, { exchangeRate });
    expect((await put(null)).status).toBe(422);
    expect((await put(1)).status).toBe(422);
    expect((await put(0.0002)).body).toMatchObject({ invoice: { exchangeRate: 0.0002, exchangeRateDate: null } });
    // 1,000 × 0.0002 = 0.20; × 21 % = 0.042
    expect((await purchases(scope)).totals).toMatchObject([{ baseLei: 0.2, selfAssessedLei: 0.04 }]);
    expect((await vat()).leftOut.join()).not.toContain('L-1');
    expect(await balance()).toMatchObject({ totalUnpaid: 0.2 });
    const { data: suppliers } = await get<SupplierPage>(scope, '/suppliers');
    expect(Object.values(suppliers).flat()).toMatchObject([{ totalExpenses: 0.2, invoiceCount: 1 }]);
  });

  it('has the published one by null, when it was stored without', async () => {
    const { scope, byNumber } = await receiving(buyer => [inEuros(invoice(buyer, { number: 'B-1' }))]);
    const { id } = byNumber.get('B-1')!;
    await become(scope, id, { exchangeRate: '1', exchangeRateDate: null });
    const { status, body } = await call<InvoiceWithValidation>(service(), scope, 'PUT', `/invoices/${id}`, {
      exchangeRate: null,
    });
    expect(status).toBe(200);
    expect(body.invoice).toMatchObject({ exchangeRate: 5.0739, exchangeRateDate: '2026-11-17', vatSelfAssessed: 1065.52 });
  });

  it('takes no rate under VAT on collection once something was paid', async () => {
    const { scope, byNumber } = await receiving(buyer => [inEuros(invoice(buyer, { number: 'C-1' }), undefined, 'LAK')]);
    const { id } = byNumber.get('C-1')!;
    const notDue = [{ category: 'S' as const, rate: '21', base: '900.00', vat: '189.00', baseLei: '900.00', vatLei: '189.00' }];
    await become(scope, id, { notDue, amountPaid: '121.00' });
    const { status, body } = await call<Refusal>(service(), scope, 'PUT', `/invoices/${id}`, { exchangeRate: 5 });
    expect([status, JSON.stringify(body.error.details)]).toEqual([422, expect.stringContaining('remove them first')]);
  });

  it('takes no rate where its VAT has one, or in lei', async () => {
    const { scope, byNumber } = await receiving(buyer => [
      inEuros(invoice(buyer, { number: 'S-3', vat: '210.00' }), '1050.00'),
      invoice(buyer, { number: 'S-4', vat: '210.00' }),
    ]);
    for (const { id } of byNumber.values()) {
      const { status, body } = await call<Refusal>(service(), scope, 'PUT', `/invoices/${id}`, { exchangeRate: 5.1 });
      expect([status, Object.keys(body.error.details ?? {})]).toEqual([422, ['exchangeRate']]);
    }
  });
});

describe('an invoice in euros that was delivered twice', () => {
  it('is once in ledgers, open balances, statements and exchange differences', async () => {
    const { scope } = await receiving(buyer => [inEuros(invoice(buyer)), inEuros(invoice(buyer))]);
    expect(await listedBy(service(), scope)).toHaveLength(2);
    service().runtime.clock.set('2026-12-03T09:00:00Z');
    service().runtime.schedules.run('exchange-rates');
    await service().idle();
    clearCaches();
    const [from, to] = ['2026-11-01', '2026-11-30'];
    const ledger = (more = '') => get<LedgerReport>(scope, `/reports/ledger?role=purchase&from=${from}&to=${to}${more}`);
    const { data: accounts, totals } = await ledger();
    expect(totals).toMatchObject([{ currency: 'EUR', opening: 0, closing: 1000 }]);
    const { data: rows } = await ledger(`&partnerKey=${encodeURIComponent(accounts[0]!.partnerKey)}`);
    expect(rows.flatMap(row => ('kind' in row ? [[row.kind, row.number]] : []))).toEqual([['invoice', 'E-1']]);
    const balance = await get<OpenBalances>(scope, '/reports/balance?role=purchase&date=2026-11-30');
    expect(balance).toMatchObject({ totalUnpaid: 5073.9, currencies: [{ balance: 1000 }] });
    const differences = await get<ExchangeDifferences>(scope, '/reports/exchange-differences?period=2026-11');
    // 1,000 × (5.0614 - 5.0739), of a debt
    expect(differences.data.map(({ kind, difference }) => [kind, difference])).toEqual([['revaluation', 12.5]]);
  });
});
