import { unzipSync } from 'fflate';
import { afterEach, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { PART } from '#shared/documents/invoices/export/hand-over/part.ts';
import { handedOver, tablesOf, unbalanced } from '../../support/accountant/handed-over.ts';
import type { CreditNote } from '../../support/contract.ts';
import { type Trader, useTrader } from '../../support/trader.ts';
import { type Allocation, allocationCalls } from '../allocations/calls.ts';
import { receiptCalls } from '../receipts/calls.ts';

/** Hand-over files have all money, also that on no document, and all lines, also those that are no turnover (OUT-121, OUT-124). */

const { service, newTrader } = useTrader();
const usual = { ...PART };
afterEach(() => void Object.assign(PART, usual));

const month = today().slice(0, 7);
const period = { from: `${month}-01`, to: addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1) };

const table = async (of: Trader) => tablesOf((await handedOver(service(), of.scope, { program: 'csv', period })).zip);
const xmlsOf = async (of: Trader, program: string) => {
  const { zip } = await handedOver(service(), of.scope, { program, period });
  return Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));
};
const line = (unitPrice: number, more: object = {}) => ({
  ...{ description: 'Mobilier', quantity: 1, unitPrice, vatRate: 21, kind: 'goods' },
  ...more,
});

/**
 * 500 by bank for an invoice of 121, of which 379 are credit; 79 of the credit on another invoice, 100 of it paid back in cash. A receipt for 50 on that invoice, one of 30
 * of a stranger, one of 20 of the client, a cash payment of 10 to a stranger, and a cancelled receipt of 7.
 */
async function money() {
  const own = await newTrader();
  const { allocate } = allocationCalls(own);
  const cash = receiptCalls(own);
  await cash.series();
  const [one, two] = [await own.issued({ lines: [line(100)] }), await own.issued({ lines: [line(200)] })];
  const took = async (body: object): Promise<Allocation> => {
    const { status, body: made } = await allocate(body);
    expect(status, JSON.stringify(made)).toBe(201);
    return made;
  };
  const first = await took({ amount: 500, documents: [{ id: one.id, amount: 121 }], reference: 'OP 17' });
  const used = await took({ useCredit: 79, documents: [{ id: two.id, amount: 79 }] });
  const back = await took({ amount: -100, paymentMethod: 'cash' });
  const paid = await cash.issued(50, { payer: null, clientId: own.scope.clientId, documents: [{ id: two.id, amount: 50 }] });
  const stranger = await cash.issued(30);
  const client = await cash.issued(20, { payer: null, clientId: own.scope.clientId });
  const out = await cash.issued(10, { kind: 'cash_payment' });
  const cancelled = await cash.issued(7);
  expect((await cash.cancel(cancelled.uuid)).status).toBe(200);
  return { own, one, two, first, used, back, paid, stranger, client, out };
}

const cells = (row: Record<string, string>) =>
  ['Type', 'Amount RON', 'Treasury Account', 'Partner Account', 'Receipt'].map(name => row[name]).join(' ');

describe('payments.csv', () => {
  it('has every leu of bank and cash once: payments of documents, credit, and cash without a document', async () => {
    const { own, one, two, first, used, back, paid, stranger, client, out } = await money();
    const { payments, partners } = await table(own);
    const ofAllocation = (id: string) => payments.filter(row => row['Allocation Id'] === id);
    expect(ofAllocation(first.uuid).map(row => [row['Document Id'], cells(row), row['Reference']])).toEqual([
      [one.id, 'payment 121.00 5121 4111 ', 'OP 17'],
      ['', 'payment 379.00 5121 419 ', 'OP 17'],
    ]);
    // What is set off moves from 419 to 4111, and sums to nothing.
    expect(ofAllocation(used.uuid).map(row => [row['Document Id'], cells(row)])).toEqual([
      [two.id, 'offset 79.00  4111 '],
      ['', 'offset -79.00  419 '],
    ]);
    expect(ofAllocation(back.uuid).map(cells)).toEqual(['refund -100.00 5311 419 ']);
    const ofReceipt = (number: string) => payments.filter(row => row['Receipt'] === number).map(cells);
    expect(ofReceipt(paid.number)).toEqual([`payment 50.00 5311 4111 ${paid.number}`]);
    expect(ofReceipt(stranger.number)).toEqual([`payment 30.00 5311  ${stranger.number}`]);
    expect(ofReceipt(client.number)).toEqual([`payment 20.00 5311 419 ${client.number}`]);
    expect(ofReceipt(out.number)).toEqual([`refund -10.00 5311  ${out.number}`]);
    expect(payments).toHaveLength(9);
    expect(new Set(payments.map(row => row['Payment Id'])).size).toBe(9);
    const moved = (account: string) =>
      payments.filter(row => row['Treasury Account'] === account).reduce((sum, row) => sum + Number(row['Amount RON']), 0);
    // 500 came by bank; 50 + 30 + 20 - 10 - 100 in cash.
    expect([moved('5121'), moved('5311')]).toEqual([500, -10]);
    expect(partners.map(row => [row['Name'], row['Account']])).toContainEqual(['Ion Pop', '']);
  });

  it('is the same made in parts of one entry', async () => {
    const { own } = await money();
    const whole = await table(own);
    PART.entries = 1;
    expect(await table(own)).toEqual(whole);
  });

  it('keeps a payment that an undone allocation or a cancelled receipt took back out of it', async () => {
    const own = await newTrader();
    const { allocate, undo } = allocationCalls(own);
    const { body } = await allocate({ amount: 40 });
    expect((await table(own)).payments.map(cells)).toEqual(['payment 40.00 5121 419 ']);
    expect((await undo(body.uuid)).status).toBe(204);
    expect((await table(own)).payments).toEqual([]);
  });

  it('what was owed back on an invoice and became credit moves no money', async () => {
    const own = await newTrader();
    const { allocate } = allocationCalls(own);
    const invoice = await own.issued({ lines: [line(100)] });
    await own.request('POST', `/invoices/${invoice.id}/payments`, { amount: 121, paymentDate: today() });
    const lines = [{ description: 'Retur', quantity: -1, unitPrice: 100, vatRateId: own.scope.vat21 }];
    await own.creditIssued(invoice, { lines });
    const { status, body } = await allocate({ amount: 5, documents: [{ id: invoice.id, amount: -121 }] });
    expect([status, body.credit]).toEqual([201, 126]);
    const rows = (await table(own)).payments.filter(row => row['Allocation Id'] === body.uuid).map(cells);
    expect(rows.toSorted()).toEqual(['offset -121.00  4111 ', 'offset 121.00  419 ', 'payment 5.00 5121 419 ']);
  });
});

it('saga and saft have the same money, without an invoice', async () => {
  const { own, stranger } = await money();
  const saga = await xmlsOf(own, 'saga');
  const receipts = Object.entries(saga).find(([name]) => name.startsWith('I_'))?.[1] ?? '';
  const sums = [...receipts.matchAll(/<Suma>([^<]+)/g)].map(([, value]) => Number(value));
  // Without the two offsets.
  expect(sums.toSorted((a, b) => a - b)).toEqual([-100, -10, 20, 30, 50, 121, 379]);
  const ofStranger = receipts.split('</Linie>').find(text => text.includes(`<Numar>${stranger.number}</Numar>`)) ?? '';
  expect(ofStranger).toContain('<Suma>30.00</Suma>');
  expect(ofStranger).not.toContain('Factura');
  const saft = (await xmlsOf(own, 'saft'))['saft-sections.xml'] ?? '';
  expect(saft.match(/<PaymentRefNo>/g)).toHaveLength(9);
  expect(saft).toContain('<NumberOfEntries>9</NumberOfEntries>');
});

describe('lines.csv', () => {
  const deposit = { description: 'Garanție SGR', quantity: 24, unitPrice: 0.5, turnoverKind: 'sgr_deposit' };
  const duty = { description: 'Taxă de timbru', quantity: 1, unitPrice: 200, turnoverKind: 'disbursement' };
  const exempt = { description: 'Curs', quantity: 1, unitPrice: 70, vatRate: 0, vatCategoryCode: 'E', kind: 'service' };

  it('has deposits and disbursements apart from what is exempt, on accounts of the company; sums are those of the XML', async () => {
    const own = await newTrader();
    const ublExtensions = { taxExemptionReason: 'Art. 292', taxExemptionReasonCode: 'VATEX-EU-132' };
    const sale = await own.issued({ lines: [line(100), deposit, { ...exempt, ublExtensions }, duty] });
    const before = await table(own);
    expect(unbalanced(before)).toEqual([]);
    const shown = ({ lines }: typeof before) => lines.map(row => [row['Description'], row['Account'], row['Base RON']]);
    // No source says their accounts.
    expect(shown(before).toSorted()).toEqual([
      ['Curs', '704', '70.00'],
      ['Garanție SGR', '', '12.00'],
      ['Mobilier', '707', '100.00'],
      ['Taxă de timbru', '', '200.00'],
    ]);
    const operations = before['vat-groups'].map(row => [row['Operation'], row['Base RON'], row['VAT RON']]);
    expect(operations.toSorted()).toEqual([
      ['domestic', '100.00', '21.00'],
      ['exempt_without_deduction', '70.00', '0.00'],
      ['not_in_base', '212.00', '0.00'],
    ]);
    // 100 + 21 + 12 + 70 + 200.
    const total = /<cbc:TaxInclusiveAmount[^>]*>([^<]+)/.exec(await own.xmlOf(sale.id))?.[1];
    const sum = before.lines.reduce((all, row) => all + Number(row['Base']) + Number(row['VAT']), 0);
    expect([Number(total), sum]).toEqual([403, 403]);

    const accountMapping = [
      { use: 'sgr_deposit', account: '462.01' },
      { use: 'disbursement', account: '461' },
    ];
    expect((await own.request('PATCH', `/companies/${own.scope.company}`, { accountMapping })).status).toBe(200);
    const accounts = Object.fromEntries(shown(await table(own)).map(([name, account]) => [name, account]));
    expect(accounts).toEqual({ Curs: '704', 'Garanție SGR': '462.01', Mobilier: '707', 'Taxă de timbru': '461' });
    const saga = Object.values(await xmlsOf(own, 'saga'))[0] ?? '';
    const values = [...saga.matchAll(/<(?:Valoare|TVA)>([^<]+)/g)].map(([, value]) => Number(value));
    expect(values.reduce((all, value) => all + value, 0)).toBe(403);
    const saft = (await xmlsOf(own, 'saft'))['saft-sections.xml'] ?? '';
    expect(saft).toContain('<GrossTotal>403.00</GrossTotal>');
    expect(saft).toContain('<Description>not_in_base, category E, 0%</Description>');
  });

  it('puts what a storno of a final invoice gives back of its advances on the account of advances', async () => {
    const own = await newTrader();
    const advance = await own.issued({ isAdvance: true, lines: [line(400)] });
    const final = await own.draft({ lines: [line(1000)] });
    expect((await own.act(final.id, 'settle-advances', { advances: [{ id: advance.id }] })).status).toBe(200);
    const { status, body } = await own.act<CreditNote>(final.id, 'storno');
    expect(status).toBe(201);
    const { lines } = await table(own);
    const of = (id: string) => lines.filter(row => row['Document Id'] === id).map(row => [row['Account'], row['Base RON']]);
    expect(of(final.id)).toEqual([
      ['707', '1000.00'],
      ['419', '-400.00'],
    ]);
    expect(of(body.id)).toEqual([
      ['707', '-1000.00'],
      ['419', '400.00'],
    ]);
  });
});
