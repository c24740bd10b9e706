import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import type { RecordedPayment } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';

const { service, scope, request, post, put, inForce, invoiceBody } = useTrader();

it('the cash of a draft counts for its current client', async () => {
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
