import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { InvoiceWithValidation, RecordedPayment } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';
import { purchaseBody } from '../../support/purchases/purchases.ts';
import { DEPTH } from '../../support/effort.ts';

const { service, request, post, remove, inForce, invoiceBody, newTrader } = useTrader();

const lines = [{ description: 'Masă', quantity: 1, unitPrice: 10_000, vatRate: 21 }];
const pay = (id: string, amount: number, fields: object = {}) =>
  request<RecordedPayment>('POST', `/invoices/${id}/payments`, {
    ...{ amount, paymentDate: today(), paymentMethod: 'cash', ...fields },
  });
const told = (sum: string) =>
  expect.stringMatching(
    `taken from .* on ${today()} adds up to ${sum} lei; the law allows 5000.00 lei a day for a business`,
  ) as string;

it('warns when the cash of a client on one day, over all its invoices, exceeds the legal limit, and rejects none', async () => {
  const [one, other] = [await inForce({ lines }), await inForce({ lines })];
  expect((await pay(one.id, 5000)).body.warnings).toBeUndefined();
  const above = await pay(other.id, 0.01);
  expect([above.status, above.body.warnings]).toEqual([201, [told('5000.01')]]);
  expect((await pay(other.id, 9000, { paymentMethod: 'bank_transfer' })).body.warnings).toBeUndefined();
  expect((await pay(other.id, 10, { paymentDate: addDays(one.issueDate, -1) })).body.warnings).toHaveLength(1); // Before the invoice.
  // A removed payment does not count any more.
  expect((await request('DELETE', `/invoices/${other.id}/payments/${above.body.payment.id}`)).status).toBe(204);

  const collect = { value: 100, type: 'cash' };
  const { body } = await post(invoiceBody({ lines, collect }));
  expect(body.validation.warnings).toEqual([told('5100.00')]);
  expect((await remove(body.invoice.id)).status).toBe(204);
  const again: InvoiceWithValidation = (await post(invoiceBody({ lines, collect: { ...collect, value: 1 } }))).body;
  expect(again.validation.warnings).toEqual([told('5001.00')]);
});

it('warns when an invoice above the limit is paid in cash on several days, by payments, allocations and receipts', async () => {
  const { inForce, request, scope } = await newTrader();
  const split = (sum: string) =>
    expect.stringContaining(`adds up to ${sum} lei over several days; of a document of 12100.00 lei`) as string;
  const cash = (amount: number, day = today()) => ({ amount, paymentDate: day, paymentMethod: 'cash' });
  const { id } = await inForce({ lines });
  const by = (body: object) => request<RecordedPayment>('POST', `/invoices/${id}/payments`, body);
  expect((await by(cash(5000, addDays(today(), -1)))).status).toBe(201);
  expect((await by(cash(100))).body.warnings).toEqual([split('5100.00')]);
  const allocated = await request<RecordedPayment>('POST', '/allocations', {
    ...{ ...cash(200), clientId: scope.clientId, documents: [{ id, amount: 200 }] },
  });
  expect([allocated.status, allocated.body.warnings]).toEqual([201, [split('5300.00')]]);
  expect((await request('POST', '/document-series', { type: 'receipt', prefix: 'CH' })).status).toBe(201);
  const receipt = await request<RecordedPayment>('POST', '/receipts', { amount: 300, documents: [{ id, amount: 300 }] });
  expect([receipt.status, receipt.body.warnings]).toEqual([201, [split('5600.00')]]);
  expect(receipt.body.warnings?.join()).toMatch(/^amount: /);
  expect((await by({ ...cash(1000), paymentMethod: 'bank_transfer' })).body.warnings).toBeUndefined();
});

it('warns when the cash that is paid to suppliers on one day exceeds the limit of all of them, until it is removed', async () => {
  const { request } = await newTrader();
  const told = (sum: string) =>
    expect.stringContaining(`the cash paid to businesses on ${today()} adds up to ${sum} lei`) as string;
  const purchases: string[] = [];
  while (purchases.length < 3) {
    const body = purchaseBody({ groups: [{ base: 4000 }] });
    const { status, body: made } = await request<{ id: string }>('POST', '/purchases', body);
    expect(status, JSON.stringify(made)).toBe(201);
    purchases.push(made.id);
  }
  const by = (id: string) =>
    request<RecordedPayment>('POST', `/invoices/${id}/payments`, { amount: 4000, paymentDate: today(), paymentMethod: 'cash' });
  const [first] = [await by(purchases[0]!), await by(purchases[1]!)];
  const third = await by(purchases[2]!);
  expect(third.body.warnings).toContainEqual(told('12000.00'));
  for (const [id, { body }] of [
    [purchases[0]!, first],
    [purchases[2]!, third],
  ] as const)
    expect((await request('DELETE', `/invoices/${id}/payments/${body.payment.id}`)).status).toBe(204);
  expect((await by(purchases[2]!)).body.warnings ?? []).not.toContainEqual(told('8000.00'));
  expect((await by(purchases[0]!)).body.warnings).toContainEqual(told('12000.00'));
});

it.runIf(DEPTH)('the cash of a draft counts for its current client', async () => {
  const { post, put, inForce, invoiceBody, request, scope } = await newTrader();
  const lines = [{ description: 'Masă', quantity: 1, unitPrice: 10_000, vatRate: 21 }];
  const person = { type: 'individual', name: randomUUID(), cui: null, isVatPayer: false };
  const { id: clientId } = await service().newClient(scope, person);
  const drafted = (await post(invoiceBody({ lines, collect: { value: 10_000, type: 'cash' } }))).body.invoice;
  expect((await put(drafted.id, { clientId })).status).toBe(200);

  const warnings = async (overrides: object) => {
    const { id } = await inForce({ lines, ...overrides });
    const body = { amount: 0.01, paymentDate: today(), paymentMethod: 'cash' };
    return (await request<RecordedPayment>('POST', `/invoices/${id}/payments`, body)).body.warnings;
  };
  expect(await warnings({})).toBeUndefined();
  expect(await warnings({ clientId })).toEqual([expect.stringContaining('adds up to 10000.01 lei')]);
});
