import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import type { FiscalEntry } from '#shared/documents/fiscal/entries.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition, type Item } from '#shared/platform/store/table.ts';
import type { RecordedPayment } from '../../support/contract.ts';
import { received } from '../../support/taxauth/received.ts';
import { type Trader, useTrader } from '../../support/trader.ts';

/** What the table has of a month after each decision on a document (docs/adr/0051-fiscal-projection.md). */

const { newTrader } = useTrader();
let trader: Trader;
beforeAll(async () => {
  trader = await newTrader();
});

type Stored = Item & { sk: string; data: FiscalEntry };
const stored = (own = trader): Promise<Stored[]> =>
  queryItems<Stored>({ partition: companyPartition(own.scope.company), beginsWith: 'FISCAL#' });
/** The entries of a document: month, role, for a payment its amount; base and VAT of its groups, and VAT that was not due at first. */
const entriesOf = async (id: string, own = trader): Promise<string[]> =>
  (await stored(own))
    .filter(({ data }) => data.documentId === id)
    .map(({ sk, data }) => {
      const [, month, letter, , payment] = sk.split('#');
      const notDue = 'notDue' in data && data.notDue ? `, not due ${data.notDue.map(part => part.vat).join(' ')}` : '';
      const groups = (data.groups ?? []).map(({ base, vat, operation }) => `: ${operation} ${base} ${vat}`).join(';');
      const paid = payment && 'amount' in data ? ` ${data.type ?? 'payment'} ${data.amount}` : '';
      return `${month} ${letter}${paid}${groups}${notDue}`;
    });

const month = today().slice(0, 7);
const line = (unitPrice: number, more: object = {}) => ({ description: 'Masă', quantity: 1, unitPrice, vatRate: 21, ...more });
const pay = async (id: string, amount: number, more: object = {}) => {
  const { status, body } = await trader.request<RecordedPayment>('POST', `/invoices/${id}/payments`, {
    ...{ amount, paymentDate: today(), ...more },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.payment.id;
};

describe('the entries of a document', () => {
  it('begin with its issue, end with its cancellation, and begin again with its next issue', async () => {
    const { id } = await trader.draft({ lines: [line(100)] });
    expect(await entriesOf(id)).toEqual([]);
    await trader.act(id, 'issue');
    expect(await entriesOf(id)).toEqual([`${month} S: domestic 100.00 21.00`]);
    const payment = await pay(id, 121);
    expect(await entriesOf(id)).toEqual([`${month} S: domestic 100.00 21.00`, `${month} S payment 121.00`]);
    expect((await trader.request('DELETE', `/invoices/${id}/payments/${payment}`)).status).toBe(204);
    await trader.act(id, 'cancel', { reason: 'Entered twice by mistake' });
    expect(await entriesOf(id)).toEqual([]);
    await trader.act(id, 'restore');
    expect(await entriesOf(id)).toEqual([]);
    await trader.act(id, 'issue');
    expect(await entriesOf(id)).toHaveLength(1);
  });

  it('stay when a document is cancelled that the authority has validated', async () => {
    const { id } = await trader.inForce({ lines: [line(100)] });
    await trader.become(id, { status: 'validated', taxauthStatus: 'validated', validatedAt: '2026-03-02T08:00:00.000Z' });
    expect((await trader.act(id, 'cancel', { reason: 'Entered twice by mistake' })).status).toBe(200);
    expect(await entriesOf(id)).toEqual([`${month} S: domestic 100.00 21.00`]);
  });

  it('follow the corrected lines of a document that the authority has rejected', async () => {
    const { id } = await trader.inForce({ lines: [line(100)] });
    await trader.become(id, { status: 'rejected' });
    expect((await trader.put(id, { lines: [line(90)] })).status).toBe(200);
    expect(await entriesOf(id)).toEqual([`${month} S: domestic 90.00 18.90`]);
  });

  it('follow its exemption, currency and rates of lines too, which leave its groups as they are', async () => {
    const exempt = (code: string) =>
      line(100, { vatRate: 0, vatCategoryCode: 'E', ublExtensions: { taxExemptionReasonCode: code } });
    const { id } = await trader.inForce({ lines: [exempt('VATEX-EU-132')] });
    expect(await entriesOf(id)).toEqual([`${month} S: exempt_without_deduction 100.00 0.00`]);
    await trader.become(id, { status: 'rejected' });
    expect((await trader.put(id, { lines: [exempt('VATEX-EU-148')] })).status).toBe(200);
    expect(await entriesOf(id)).toEqual([`${month} S: exempt_with_deduction 100.00 0.00`]);

    const foreign = await trader.inForce({ currency: 'EUR', exchangeRate: 5, lines: [line(100)] });
    await trader.become(foreign.id, { status: 'rejected' });
    const entryOf = async () => (await stored()).find(({ data }) => data.documentId === foreign.id)?.data;
    expect((await trader.put(foreign.id, { lines: [line(100, { exchangeRate: 4 })] })).status).toBe(200);
    expect(await entryOf()).toMatchObject({ currency: 'EUR', groups: [{ base: '100.00', baseLei: '400.00' }] });
    expect((await trader.put(foreign.id, { currency: 'USD', exchangeRate: 5 })).status).toBe(200);
    expect(await entryOf()).toMatchObject({ currency: 'USD' });
  });

  it('of one that is issued twice at the same time are one', async () => {
    const { id } = await trader.draft({ lines: [line(100)] });
    const answers = await Promise.all([trader.act(id, 'issue'), trader.act(id, 'issue')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await entriesOf(id)).toHaveLength(1);
  });

  it('a credit note is negative in its own month, and names its invoice', async () => {
    const { invoice, note: creditNote } = await trader.credited();
    await trader.act(creditNote.id, 'issue');
    expect(await entriesOf(creditNote.id)).toEqual([`${month} S: domestic -50.00 -10.50`]);
    const entry = (await stored()).find(({ data }) => data.documentId === creditNote.id);
    expect(entry?.data).toMatchObject({ settles: invoice.id });
  });

  it('a received document is a purchase in the month of its entry, which moves with it', async () => {
    const id = await received(trader.scope);
    const [first = ''] = await entriesOf(id);
    expect(first).toMatch(new RegExp(`^${month} P: domestic \\d`));
    expect((await trader.put(id, { receivedDate: '2099-02-03' })).status).toBe(200);
    expect(await entriesOf(id)).toEqual([first.replace(month, '2099-02')]);
    expect((await trader.put(id, { vatDeductiblePercent: 50 })).status).toBe(200);
    expect((await stored()).filter(({ data }) => data.documentId === id).map(({ data }) => data.deductiblePercent)).toEqual([
      '50',
    ]);
  });
});

describe('the entries of payments', () => {
  it('are those of the invoice in force, each in the month of its date, until the payment is removed', async () => {
    const { id } = await trader.issued({ issueDate: '2026-01-10', dueDate: '2026-01-20', lines: [line(100)] });
    const first = await pay(id, 21, { paymentDate: '2026-02-28' });
    await pay(id, 50, { paymentDate: '2026-03-01' });
    const whole = '2026-01 S: domestic 100.00 21.00';
    expect(await entriesOf(id)).toEqual([whole, '2026-02 S payment 21.00', '2026-03 S payment 50.00']);
    expect((await trader.request('DELETE', `/invoices/${id}/payments/${first}`)).status).toBe(204);
    expect(await entriesOf(id)).toEqual([whole, '2026-03 S payment 50.00']);
  });

  it('of a draft begin with its issue', async () => {
    const body = trader.invoiceBody({ lines: [line(100)], collect: { value: 21 } });
    const { id } = (await trader.post(body)).body.invoice;
    expect(await entriesOf(id)).toEqual([]);
    await trader.act(id, 'issue');
    expect(await entriesOf(id)).toEqual([`${month} S: domestic 100.00 21.00`, `${month} S payment 21.00`]);
  });

  it('stay with the payments of a cancelled invoice, without VAT, and go with them', async () => {
    const { id } = await trader.issued({ tvaLaIncasare: true, lines: [line(100)] });
    const payment = await pay(id, 60.5);
    expect(await entriesOf(id)).toContain(`${month} S payment 60.50: domestic 50.00 10.50`);
    await trader.act(id, 'cancel', { reason: 'Entered twice by mistake' });
    expect(await entriesOf(id)).toEqual([`${month} S payment 60.50`]);
    expect((await trader.request('DELETE', `/invoices/${id}/payments/${payment}`)).status).toBe(204);
    expect(await entriesOf(id)).toEqual([]);
  });

  it('of an offset are two, one for each invoice, and a refund is negative', async () => {
    const { invoice, note } = await trader.credited();
    await pay(invoice.id, invoice.total);
    await trader.act(note.id, 'issue');
    const other = await trader.issued({ lines: [line(100)] });
    await pay(invoice.id, 10, { type: 'refund' });
    await pay(invoice.id, 20, { type: 'offset', invoiceId: other.id });
    const own = await entriesOf(invoice.id);
    expect(own).toContain(`${month} S refund -10.00`);
    expect(own).toContain(`${month} S offset -20.00`);
    expect(await entriesOf(other.id)).toContain(`${month} S offset 20.00`);
  });

  it('of a received invoice are of its purchases', async () => {
    const id = await received(trader.scope);
    await pay(id, 1);
    expect(await entriesOf(id)).toContain(`${month} P payment 1.00`);
  });
});

describe('VAT on collection', () => {
  it('is due with each payment, less what was credited, and not due again when a payment is removed', async () => {
    const invoice = await trader.issued({ tvaLaIncasare: true, lines: [line(1000)] });
    const whole = `${month} S: domestic 1000.00 210.00, not due 210.00`;
    expect(await entriesOf(invoice.id)).toEqual([whole]);
    const first = await pay(invoice.id, 605);
    expect(await entriesOf(invoice.id)).toEqual([whole, `${month} S payment 605.00: domestic 500.00 105.00`]);

    const returned = { description: 'Masă', quantity: -1, unitPrice: 200, vatRateId: trader.scope.vat21 };
    const note = await trader.creditDraft(invoice, { lines: [returned] });
    await trader.act(note.id, 'issue');
    expect(await entriesOf(note.id)).toEqual([`${month} S: domestic -200.00 -42.00, not due -42.00`]);
    await pay(invoice.id, 363);
    expect((await entriesOf(invoice.id)).toSorted()).toEqual(
      [whole, `${month} S payment 363.00: domestic 300.00 63.00`, `${month} S payment 605.00: domestic 500.00 105.00`].toSorted(),
    );

    expect((await trader.request('DELETE', `/invoices/${invoice.id}/payments/${first}`)).status).toBe(204);
    expect((await entriesOf(invoice.id)).toSorted()).toEqual(
      [whole, `${month} S payment 363.00: domestic 300.00 63.00`].toSorted(),
    );
    await pay(invoice.id, 605);
    expect(await entriesOf(invoice.id)).toContain(`${month} S payment 605.00: domestic 500.00 105.00`);
  });

  it('of payments at the same time adds up to the VAT', async () => {
    const { id } = await trader.issued({ tvaLaIncasare: true, lines: [line(1000)] });
    await Promise.all([pay(id, 403.33), pay(id, 403.33), pay(id, 403.34)]);
    const vat = (await stored())
      .filter(({ data }) => data.documentId === id && 'paymentId' in data)
      .map(({ data }) => data.groups?.[0]?.vat);
    expect(vat).toHaveLength(3);
    expect(vat.reduce((sum, each) => sum + Number(each), 0)).toBeCloseTo(210, 8);
  });

  it('of a draft that was collected before is due when it is issued', async () => {
    const drafted = (await trader.post(trader.invoiceBody({ tvaLaIncasare: true, lines: [line(1000)], collect: { value: 605 } })))
      .body;
    const { id } = drafted.invoice;
    expect(await entriesOf(id)).toEqual([]);
    await trader.act(id, 'issue');
    expect(await entriesOf(id)).toEqual([
      `${month} S: domestic 1000.00 210.00, not due 210.00`,
      `${month} S payment 605.00: domestic 500.00 105.00`,
    ]);
  });

  it('of a purchase can be deducted with each payment, less what was credited', async () => {
    const own = await newTrader();
    await own.request('PATCH', `/companies/${own.scope.company}`, { vatOnCollection: true });
    const invoice = await received(own.scope, { number: 'F-1', net: '1000.00', vat: '210.00' });
    const whole = `${month} P: domestic 1000.00 210.00, not due 210.00`;
    expect(await entriesOf(invoice, own)).toEqual([whole]);
    const payOwn = async (amount: number) => {
      const { status } = await own.request('POST', `/invoices/${invoice}/payments`, { amount, paymentDate: today() });
      expect(status).toBe(201);
    };
    await payOwn(605);
    const note = await received(own.scope, {
      ...{ root: 'CreditNote', number: 'N-1', net: '200.00', vat: '42.00' },
      names: { number: 'F-1' },
    });
    expect(await entriesOf(note, own)).toEqual([`${month} P: domestic -200.00 -42.00, not due -42.00`]);
    await payOwn(363);
    expect((await entriesOf(invoice, own)).toSorted()).toEqual(
      [whole, `${month} P payment 363.00: domestic 300.00 63.00`, `${month} P payment 605.00: domestic 500.00 105.00`].toSorted(),
    );
  });
});
