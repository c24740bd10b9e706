import { describe, expect, it } from 'vitest';
import { dueOf, entriesOf, pay, taxedLine, unpay } from '../../support/books/collection.ts';
import { refusedFields } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';

/** VAT on collection of documents that change after their issue (INV-119). */

const trader = useTrader();
const { scope, issued, put, become, creditIssued, detailOf } = trader;

const returned = (unitPrice: number) => ({
  lines: [{ description: 'Retur', quantity: -1, unitPrice, vatRateId: scope.vat21 }],
});

/** An invoice of 1,000 + 210 that the authority has rejected. */
async function rejected(more: object = {}): Promise<string> {
  const { id } = await issued({ tvaLaIncasare: true, lines: [taxedLine(1000)], ...more });
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
    ['to other lines: all of their VAT is due when it is paid', {}, { lines: [taxedLine(2000)] }, 2420, '0.00', '420.00'],
    ['into VAT on collection', { tvaLaIncasare: false }, { tvaLaIncasare: true }, 1210, '0.00', '210.00'],
    ['to half of it prepaid', {}, { ublExtensions: { prepaidAmount: '605.00' } }, 605, '105.00', '210.00'],
  ])('%s', async (_, before, change, toPay, first, due) => {
    const id = await rejected(before);
    await changed(id, change);
    expect(await dueOf(trader, id)).toBe(first);
    await pay(trader, id, toPay);
    expect(await dueOf(trader, id)).toBe(due);
  });

  it('keeps what payments have taken their shares of, and changes otherwise: 422 until they are removed', async () => {
    const id = await rejected();
    const payment = await pay(trader, id, 605);
    expect(refusedFields(await put(id, { tvaLaIncasare: false }))).toEqual([422, 'validation_error', ['tvaLaIncasare']]);
    expect(refusedFields(await put(id, { lines: [taxedLine(2000)] }))).toEqual([422, 'validation_error', ['lines']]);
    const prepaid = { ublExtensions: { prepaidAmount: '5.00' } };
    expect(refusedFields(await put(id, prepaid))).toEqual([422, 'validation_error', ['ublExtensions']]);
    await changed(id, { notes: 'As agreed', lines: [taxedLine(1000, { description: 'Scaun' })] });
    expect(await dueOf(trader, id)).toBe('105.00');
    expect((await unpay(trader, id, payment)).status).toBe(204);
    await changed(id, { lines: [taxedLine(2000)] });
    await pay(trader, id, 2420);
    expect(await dueOf(trader, id)).toBe('420.00');
  });

  it('keeps it after a credit too; without VAT on collection it may change', async () => {
    const id = await rejected();
    await creditIssued({ id }, returned(200));
    await become(id, { status: 'rejected' });
    expect(refusedFields(await put(id, { lines: [taxedLine(2000)] }))).toEqual([422, 'validation_error', ['lines']]);
    const usual = await rejected({ tvaLaIncasare: false });
    await pay(trader, usual, 605);
    await changed(usual, { lines: [taxedLine(2000)] });
    expect(refusedFields(await put(usual, { tvaLaIncasare: true }))).toEqual([422, 'validation_error', ['tvaLaIncasare']]);
    expect(await dueOf(trader, usual)).toBe('420.00');
  });

  it('takes off its invoice what it takes back now, at the VAT rates that it has now', async () => {
    const parent = await issued({ tvaLaIncasare: true, lines: [taxedLine(1000)] });
    const { id } = await issued({ tvaLaIncasare: true, parentDocumentId: parent.id, lines: [taxedLine(500, { quantity: -1 })] });
    expect(await detailOf(parent.id)).toMatchObject({ creditedAmount: 605, balance: 605 });
    await become(id, { status: 'rejected' });
    await changed(id, { lines: [taxedLine(250, { quantity: -1 })] });
    expect(await detailOf(parent.id)).toMatchObject({ creditedAmount: 302.5, balance: 907.5 });
    await changed(id, { lines: [taxedLine(550, { quantity: -1, vatRate: 11 })] });
    expect(await detailOf(parent.id)).toMatchObject({ creditedAmount: 610.5, balance: 599.5 });
    expect(await dueOf(trader, parent.id, id)).toBe('-60.50');
    await changed(id, { lines: [taxedLine(1000, { quantity: -1 })] });
    expect(await detailOf(parent.id)).toMatchObject({ creditedAmount: 1210, balance: 0 });
    expect(await dueOf(trader, parent.id, id)).toBe('0.00');
    await changed(id, { lines: [taxedLine(500, { quantity: -1 })] });
    await pay(trader, parent.id, 605);
    expect(await dueOf(trader, parent.id, id)).toBe('105.00');
  });

  it('takes off the same by the same content, whatever was paid since', async () => {
    const parent = await issued({ tvaLaIncasare: true, lines: [taxedLine(100)] });
    const first = await pay(trader, parent.id, 121);
    const { id } = await issued({ tvaLaIncasare: true, parentDocumentId: parent.id, lines: [taxedLine(50, { quantity: -1 })] });
    await pay(trader, parent.id, 60.5, { type: 'refund' });
    await become(id, { status: 'rejected' });
    await changed(id, { notes: 'Retur' });
    expect(await dueOf(trader, parent.id, id)).toBe('10.50');
    expect((await unpay(trader, parent.id, first)).status).toBe(409);
  });

  it('has another exchange rate: its payments are in the projection at that rate', async () => {
    const id = await rejected({ tvaLaIncasare: false, currency: 'EUR', exchangeRate: 5 });
    await pay(trader, id, 605);
    await pay(trader, id, 100, { paymentMethod: 'cash' });
    await changed(id, { exchangeRate: 4.9 });
    const rates = (await entriesOf(trader, id)).map(({ exchangeRate }) => Number(exchangeRate));
    expect(rates).toEqual([4.9, 4.9, 4.9]);
  });
});
