import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { Journal, Product, Refusal, SalesReport, VatReport } from '../../support/contract.ts';
import { actOnNote, convertNote, delivering, newNote } from '../../support/delivery-notes.ts';
import { call, issued, xmlOf } from '../../support/invoices.ts';
import { convert, newProforma, offering } from '../../support/proformas.ts';
import { recurring, recurringIn } from '../../support/recurring/templates.ts';
import { deliver, listedBy, newReceiver, supplierInvoice, synchronize } from '../../support/taxauth/received.ts';
import { DUTY, NO_TURNOVER, product, taxableAmounts, WATER, water, zeroRate } from '../../support/books/not-in-base.ts';
import { type Trader, useTrader } from '../../support/trader.ts';

/** Where deposits and disbursements come from: documents that are converted, received invoices, companies without VAT; and what is refused (TAX-68 to TAX-75). */

const { newTrader, service } = useTrader();
const month = today().slice(0, 7);

describe('documents that invoices are made from keep the kind, whatever becomes of the product', () => {
  let trader: Trader;
  let duty: Product;
  let zero: string;
  const flag = (turnoverKind: string | null) => trader.request('PATCH', `/products/${duty.id}`, { turnoverKind });
  const line = () => ({ description: 'Taxă de timbru', quantity: 1, unitPrice: 200, vatRateId: zero, productId: duty.id });
  const kept = { turnoverKind: 'disbursement', vatAmount: 0, ublExtensions: { taxExemptionReasonCode: 'VATEX-EU-79-C' } };
  beforeAll(async () => {
    trader = await newTrader();
    zero = await zeroRate(trader);
  });
  beforeEach(async () => {
    duty = await product(trader, { name: 'Taxă de timbru', unitPrice: 200, turnoverKind: 'disbursement' });
  });

  it('a proforma', async () => {
    const scope = await offering(service(), trader.scope, 'PFN');
    const proforma = await newProforma(service(), scope, { lines: [line()] });
    expect(proforma.lines).toMatchObject([{ turnoverKind: 'disbursement', total: '200.00' }]);
    await flag(null);
    const { body } = await convert(service(), scope, proforma.uuid);
    expect((await trader.detailOf(body.invoice.id)).lines).toMatchObject([kept]);
  });

  it('a delivery note', async () => {
    const scope = await delivering(service(), trader.scope);
    const { uuid } = await newNote(service(), scope, { lines: [line()] });
    await actOnNote(service(), scope, uuid, 'issue');
    await flag(null);
    const { body } = await convertNote(service(), scope, uuid);
    expect((await trader.detailOf(body.invoice.id)).lines).toMatchObject([kept]);
  });

  it('a recurring invoice', async () => {
    const scope = await recurringIn(service(), trader.scope);
    const template = await recurring(service(), scope, { nextIssuanceDate: addDays(today(), 9), lines: [line()] });
    expect(template.lines).toMatchObject([{ turnoverKind: 'disbursement', vatAmount: 0 }]);
    await flag(null);
    const { body } = await trader.request('POST', `/recurring-invoices/${template.uuid}/issue-now`);
    expect(body.lines).toMatchObject([kept]);
    const taxed = { ...line(), vatRateId: scope.vatRateId, turnoverKind: 'disbursement' };
    const refused = await trader.request<Refusal>('PUT', `/recurring-invoices/${template.uuid}`, { lines: [taxed] });
    expect([refused.status, refused.body.error.details]).toMatchObject([
      422,
      { 'lines.0.vatRateId': [expect.stringContaining('must be 0 %')] },
    ]);
  });

  it('a correction of an invoice', async () => {
    const { id } = await trader.issued({ lines: [{ ...line(), quantity: 2 }] });
    const { status, body } = await trader.act(id, 'correct', { lines: [line()] });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.lines.map(({ turnoverKind, subtotal }) => [turnoverKind, subtotal])).toEqual([
      ['disbursement', -400],
      ['disbursement', 200],
    ]);
  });
});

describe('a company that is not registered for VAT', () => {
  it('has O on all lines, and leaves the deposit out of its turnover', async () => {
    const scope = await service().newCompany(await service().newUser(), { vatPayer: false, vatCode: null });
    const clientId = (await service().newClient(scope)).id;
    const lines = [
      { description: 'Suc', quantity: 10, unitPrice: 5 },
      { description: 'Garanție SGR', quantity: 10, unitPrice: 0.5, turnoverKind: 'sgr_deposit' },
    ];
    const invoice = await issued(service(), scope, { clientId, lines });
    expect(invoice.lines).toMatchObject([
      { vatCategoryCode: 'O' },
      { vatCategoryCode: 'O', turnoverKind: 'sgr_deposit', ublExtensions: null },
    ]);
    expect(taxableAmounts(await xmlOf(service(), scope, invoice.id))).toEqual(['55.00']);
    const { body } = await call<SalesReport>(service(), scope, 'GET', `/reports/sales?dateFrom=${today()}&dateTo=${today()}`);
    expect(body.kpiSummary.periodInvoiced).toMatchObject({ subtotal: 50, total: 50 });
    const { body: rows } = await call<Journal>(service(), scope, 'GET', `/reports/journal?period=${month}`);
    expect(rows.data[0]?.groups.map(({ operation, base }) => [operation, base])).toEqual([
      ['outside', 50],
      ['not_in_base', 5],
    ]);
  });
});

describe('a received invoice of deposits', () => {
  it('is no purchase in the VAT return, by the reason of its XML', async () => {
    const scope = await newReceiver(service());
    const exempt = (reason = '') =>
      `<cbc:ID>E</cbc:ID><cbc:Percent>0</cbc:Percent>${reason}<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>`;
    const taxed = '<cbc:ID>S</cbc:ID><cbc:Percent>21</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>';
    const xml = supplierInvoice({ buyer: scope.cif, number: 'SGR-1', issueDate: today(), net: '12.00', vat: '0.00' })
      .replace(taxed, exempt('<cbc:TaxExemptionReasonCode>VATEX-EU-79-C</cbc:TaxExemptionReasonCode>'))
      .replace(taxed, exempt());
    await deliver(service(), scope, xml);
    await synchronize(service(), scope);
    const [listed] = await listedBy(service(), scope);
    expect(listed).toMatchObject({ number: 'SGR-1', total: 12 });
    const request = <T>(path: string) => call<T>(service(), scope, 'GET', path);
    const { body } = await request<VatReport>(`/reports/vat?year=${month.slice(0, 4)}&month=${Number(month.slice(5))}`);
    expect([body.totalPurchases, body.rows]).toEqual([0, []]);
    expect(body.leftOut).toContain(`Purchases (not_in_base, 0 %): base 12.00 lei, VAT 0.00 lei, 1 document: ${NO_TURNOVER}`);
    const { body: rows } = await request<Journal>(`/reports/journal?role=purchase&period=${month}`);
    expect(rows.totals).toMatchObject([{ operation: 'not_in_base', baseLei: 12 }]);
  });
});

describe('refuses, and says what to change', () => {
  let trader: Trader;
  let productId: string;
  beforeAll(async () => {
    trader = await newTrader();
    productId = (await water(trader)).id;
  });
  const allowance = { chargeIndicator: false, amount: 1, taxCategoryCode: 'E', taxRate: 0, reason: 'Reducere' };
  it.each<[string, (id: string) => object, string, string]>([
    ['VAT on a disbursement', () => ({ lines: [{ ...DUTY, vatRate: 21 }] }), 'lines.0.vatRate', 'must be 0 %'],
    ['another category', () => ({ lines: [{ ...DUTY, vatCategoryCode: 'AE' }] }), 'lines.0.vatCategoryCode', 'must be E'],
    [
      'another reason',
      () => ({ lines: [{ ...DUTY, ublExtensions: { taxExemptionReasonCode: 'VATEX-EU-132' } }] }),
      'lines.0.ublExtensions.taxExemptionReasonCode',
      'must be VATEX-EU-79-C, or left out',
    ],
    ['a deposit without a product', () => ({ lines: [{ ...WATER, addSgr: true }] }), 'lines.0.addSgr', 'needs a productId'],
    [
      'a deposit in euros',
      id => ({ currency: 'EUR', exchangeRate: 5, lines: [{ ...WATER, productId: id, addSgr: true }] }),
      'lines.0.addSgr',
      'needs a document in RON',
    ],
    [
      'a deposit on a deposit',
      id => ({ lines: [{ ...WATER, vatRate: 0, productId: id, turnoverKind: 'sgr_deposit', addSgr: true }] }),
      'lines.0.addSgr',
      'must be left out',
    ],
    [
      'more lines than a document may have, with deposits',
      id => ({ lines: Array(501).fill({ ...WATER, productId: id, addSgr: true }) }),
      'lines',
      'must have at most 1000 lines',
    ],
    [
      'an allowance on disbursements',
      () => ({ lines: [WATER, DUTY], ublExtensions: { allowanceCharges: [allowance] } }),
      'ublExtensions.allowanceCharges.0.taxCategoryCode',
      'must be the category of lines that are turnover',
    ],
  ])('%s', async (_, body, field, message) => {
    const sent = await trader.post(trader.invoiceBody(body(productId)));
    const { status, body: answer } = sent as unknown as { status: number; body: Refusal };
    expect(status).toBe(422);
    expect(answer.error.details[field]).toEqual([expect.stringContaining(message)]);
  });

  it('a product with VAT that is no turnover', async () => {
    const body = { name: 'Garanție', unitPrice: 0.5, vatRate: 21, turnoverKind: 'sgr_deposit' };
    const { status, body: answer } = await trader.request<Refusal>('POST', '/products', body);
    expect([status, answer.error.details]).toMatchObject([422, { vatRate: [expect.stringContaining('must be 0 %')] }]);
  });
});
