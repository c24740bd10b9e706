import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import type { FiscalEntry } from '#shared/documents/fiscal/entries.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition, type Item } from '#shared/platform/store/table.ts';
import { decimal, sum } from '#shared/base/kernel/money.ts';
import type { VatParts } from '#shared/model/fiscal/vat-parts.ts';
import type { RecordedPayment, Refusal } from '../../support/contract.ts';
import { refusal, refusedFields } from '../../support/refusals.ts';
import { received } from '../../support/taxauth/received.ts';
import { useTrader } from '../../support/trader.ts';

/** VAT on collection of documents that change after their issue, and of payments that are removed after credits (INV-119, SET-59). */

const trader = useTrader();
const { scope, request, issued, put, act, become, creditIssued, detailOf } = trader;

type Stored = Item & { sk: string; data: FiscalEntry };
const entriesOf = async (...ids: string[]): Promise<FiscalEntry[]> =>
  (await queryItems<Stored>({ partition: companyPartition(scope.company), beginsWith: 'FISCAL#' }))
    .map(({ data }) => data)
    .filter(({ documentId }) => ids.includes(documentId));

const vatOf = (parts: readonly VatParts[] = []) => sum(parts.map(({ vat }) => decimal(vat)));
/** The VAT that is due of documents with all of their payments, as returns add it up. */
const dueOf = async (...ids: string[]): Promise<string> =>
  sum(
    (await entriesOf(...ids)).map(entry => vatOf(entry.groups).minus(vatOf('notDue' in entry ? entry.notDue : undefined))),
  ).toFixed(2);

const line = (unitPrice: number, more: object = {}) => ({ description: 'Masă', quantity: 1, unitPrice, vatRate: 21, ...more });
const pay = async (id: string, amount: number, more: object = {}): Promise<string> => {
  const { status, body } = await request<RecordedPayment>('POST', `/invoices/${id}/payments`, {
    ...{ amount, paymentDate: today(), ...more },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.payment.id;
};
const unpay = (id: string, payment: string) => request<Refusal>('DELETE', `/invoices/${id}/payments/${payment}`);
const returned = (unitPrice: number) => ({
  lines: [{ description: 'Retur', quantity: -1, unitPrice, vatRateId: scope.vat21 }],
});

/** An invoice of 1,000 + 210 that the authority has rejected. */
async function rejected(more: object = {}): Promise<string> {
  const { id } = await issued({ tvaLaIncasare: true, lines: [line(1000)], ...more });
  await become(id, { status: 'rejected' });
  return id;
}
const changed = async (id: string, body: object): Promise<void> => {
  const answer = await put(id, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

describe('an invoice that the authority has rejected, and that is changed', () => {
  it.each<[string, object, object, number, string, string]>([
    ['out of VAT on collection: its VAT is due once', {}, { tvaLaIncasare: false }, 1210, '210.00', '210.00'],
    ['to other lines: all of their VAT is due when it is paid', {}, { lines: [line(2000)] }, 2420, '0.00', '420.00'],
    ['into VAT on collection', { tvaLaIncasare: false }, { tvaLaIncasare: true }, 1210, '0.00', '210.00'],
    ['to half of it prepaid', {}, { ublExtensions: { prepaidAmount: '605.00' } }, 605, '105.00', '210.00'],
  ])('%s', async (_, before, change, toPay, first, due) => {
    const id = await rejected(before);
    await changed(id, change);
    expect(await dueOf(id)).toBe(first);
    await pay(id, toPay);
    expect(await dueOf(id)).toBe(due);
  });

  it('keeps what payments have taken their shares of, and changes otherwise: 422 until they are removed', async () => {
    const id = await rejected();
    const payment = await pay(id, 605);
    expect(refusedFields(await put(id, { tvaLaIncasare: false }))).toEqual([422, 'validation_error', ['tvaLaIncasare']]);
    expect(refusedFields(await put(id, { lines: [line(2000)] }))).toEqual([422, 'validation_error', ['lines']]);
    const prepaid = { ublExtensions: { prepaidAmount: '5.00' } };
    expect(refusedFields(await put(id, prepaid))).toEqual([422, 'validation_error', ['ublExtensions']]);
    await changed(id, { notes: 'As agreed', lines: [line(1000, { description: 'Scaun' })] });
    expect(await dueOf(id)).toBe('105.00');
    expect((await unpay(id, payment)).status).toBe(204);
    await changed(id, { lines: [line(2000)] });
    await pay(id, 2420);
    expect(await dueOf(id)).toBe('420.00');
  });

  it('keeps it after a credit too; without VAT on collection it may change', async () => {
    const id = await rejected();
    await creditIssued({ id }, returned(200));
    await become(id, { status: 'rejected' });
    expect(refusedFields(await put(id, { lines: [line(2000)] }))).toEqual([422, 'validation_error', ['lines']]);
    const usual = await rejected({ tvaLaIncasare: false });
    await pay(usual, 605);
    await changed(usual, { lines: [line(2000)] });
    expect(refusedFields(await put(usual, { tvaLaIncasare: true }))).toEqual([422, 'validation_error', ['tvaLaIncasare']]);
    expect(await dueOf(usual)).toBe('420.00');
  });

  it('takes off its invoice what it takes back now, at the VAT rates that it has now', async () => {
    const parent = await issued({ tvaLaIncasare: true, lines: [line(1000)] });
    const { id } = await issued({ tvaLaIncasare: true, parentDocumentId: parent.id, lines: [line(500, { quantity: -1 })] });
    expect(await detailOf(parent.id)).toMatchObject({ creditedAmount: 605, balance: 605 });
    await become(id, { status: 'rejected' });
    await changed(id, { lines: [line(250, { quantity: -1 })] });
    expect(await detailOf(parent.id)).toMatchObject({ creditedAmount: 302.5, balance: 907.5 });
    await changed(id, { lines: [line(550, { quantity: -1, vatRate: 11 })] });
    expect(await detailOf(parent.id)).toMatchObject({ creditedAmount: 610.5, balance: 599.5 });
    expect(await dueOf(parent.id, id)).toBe('-60.50');
    await changed(id, { lines: [line(1000, { quantity: -1 })] });
    expect(await detailOf(parent.id)).toMatchObject({ creditedAmount: 1210, balance: 0 });
    expect(await dueOf(parent.id, id)).toBe('0.00');
    await changed(id, { lines: [line(500, { quantity: -1 })] });
    await pay(parent.id, 605);
    expect(await dueOf(parent.id, id)).toBe('105.00');
  });

  it('has another exchange rate: its payments are in the projection at that rate', async () => {
    const id = await rejected({ tvaLaIncasare: false, currency: 'EUR', exchangeRate: 5 });
    await pay(id, 605);
    await pay(id, 100, { paymentMethod: 'cash' });
    await changed(id, { exchangeRate: 4.9 });
    const rates = (await entriesOf(id)).map(({ exchangeRate }) => Number(exchangeRate));
    expect(rates).toEqual([4.9, 4.9, 4.9]);
  });
});

describe('a payment that is removed after a credit', () => {
  it.each([
    [1210, '0.00'],
    [605, '0.00'],
  ])('of %d, on which a credit of all relies: 409 until the credit is cancelled', async (amount, due) => {
    const invoice = await issued({ tvaLaIncasare: true, lines: [line(1000)] });
    const payment = await pay(invoice.id, amount);
    const note = await creditIssued(invoice, returned(1000));
    expect(await dueOf(invoice.id, note.id)).toBe(due);
    expect(refusal(await unpay(invoice.id, payment))).toMatchObject([409, 'conflict', { reason: 'paid_back' }]);
    await pay(invoice.id, amount, { type: 'refund' });
    expect(await dueOf(invoice.id, note.id)).toBe(due);
    const [refund] = (await detailOf(invoice.id)).payments.filter(({ paysBack }) => paysBack);
    expect((await unpay(invoice.id, refund?.id ?? '')).status).toBe(204);
    await act(note.id, 'cancel', { reason: 'Emisă greșit' });
    expect((await unpay(invoice.id, payment)).status).toBe(204);
    expect(await dueOf(invoice.id, note.id)).toBe('0.00');
    await pay(invoice.id, 1210);
    expect(await dueOf(invoice.id, note.id)).toBe('210.00');
  });

  it('stays where nothing would be left to be paid that could make its VAT due', async () => {
    const invoice = await issued({ tvaLaIncasare: true, lines: [line(1000)] });
    await pay(invoice.id, 907.5);
    const surplus = await pay(invoice.id, 302.5);
    const note = await creditIssued(invoice, returned(500));
    expect(refusal(await unpay(invoice.id, surplus))).toMatchObject([409, 'conflict', { reason: 'paid_back' }]);
    expect(await dueOf(invoice.id, note.id)).toBe('105.00');
  });

  it('keeps a credit that took off what was not due, while a later one was counted as paid: 422', async () => {
    const invoice = await issued({ tvaLaIncasare: true, lines: [line(1000)] });
    await pay(invoice.id, 605);
    const [first, second] = [await creditIssued(invoice, returned(500)), await creditIssued(invoice, returned(500))];
    const cancel = (id: string) => act(id, 'cancel', { reason: 'Emisă greșit' });
    expect(refusal(await cancel(first.id))).toMatchObject([422, 'validation_error', { reason: 'has_credit_notes' }]);
    expect((await cancel(second.id)).status).toBe(200);
    expect((await cancel(first.id)).status).toBe(200);
    expect(await dueOf(invoice.id)).toBe('105.00');
  });

  it('opens the invoice where the rest of it is paid or credited later, with all of its VAT', async () => {
    const [paid, credited] = [
      await issued({ tvaLaIncasare: true, lines: [line(1000)] }),
      await issued({ tvaLaIncasare: true, lines: [line(1000)] }),
    ];
    for (const { id } of [paid, credited]) {
      await pay(id, 605);
      const second = await pay(id, 605);
      const note = await creditIssued({ id }, returned(200));
      expect((await unpay(id, second)).status).toBe(204);
      expect(await detailOf(id)).toMatchObject({ balance: 363 });
      if (id === paid.id) {
        await pay(id, 363);
        expect(await dueOf(id, note.id)).toBe('168.00');
      } else {
        const rest = await creditIssued({ id }, returned(800));
        expect(await dueOf(id, note.id, rest.id)).toBe('0.00');
      }
    }
  });

  it('is that of a receipt or an allocation: neither can be undone', async () => {
    const invoice = await issued({ tvaLaIncasare: true, lines: [line(1000)] });
    const { body } = await request<{ uuid: string }>('POST', '/allocations', {
      ...{ clientId: scope.clientId, paymentDate: today(), amount: 1210, documents: [{ id: invoice.id, amount: 1210 }] },
    });
    await creditIssued(invoice, returned(1000));
    expect(refusal(await request<Refusal>('DELETE', `/allocations/${body.uuid}`))).toMatchObject([
      409,
      'conflict',
      { reason: 'paid_back' },
    ]);
  });

  it('is removed without VAT on collection, and from a purchase only where its deduction follows', async () => {
    const usual = await issued({ lines: [line(1000)] });
    const payment = await pay(usual.id, 1210);
    await creditIssued(usual, returned(1000));
    expect((await unpay(usual.id, payment)).status).toBe(204);

    await request('PATCH', `/companies/${scope.company}`, { vatOnCollection: true });
    const purchase = await received(scope, { number: 'F-1', net: '1000.00', vat: '210.00' });
    const made = await pay(purchase, 1210);
    const note = await received(scope, {
      ...{ root: 'CreditNote', number: 'N-1', net: '1000.00', vat: '210.00' },
      names: { number: 'F-1' },
    });
    expect(refusal(await unpay(purchase, made))).toMatchObject([409, 'conflict', { reason: 'paid_back' }]);
    expect(await dueOf(purchase, note)).toBe('0.00');
  });
});
