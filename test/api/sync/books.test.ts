import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import type { Refusal } from '../../support/contract.ts';
import { call, draft } from '../../support/invoices.ts';
import type { Receiver } from '../../support/taxauth/received.ts';
import { useService } from '../../support/service.ts';
import { type Received, useBooks } from './books-calls.ts';

/** Received documents in the books of a company: deduction of VAT, notes, sales in its name. */

const service = useService();

const { detail, ON_COLLECTION, delivered } = useBooks(service);

const note = (scope: Receiver, id: string, body: object) =>
  call<{ invoice: Received } & Refusal>(service(), scope, 'PUT', `/invoices/${id}`, body);

/** A company with the document of a supplier that does not apply VAT on collection. */
let scope: Receiver;
let id: string;
beforeAll(async () => {
  ({ scope, id } = await delivered());
});

describe('The VAT of received documents', () => {
  it('is deducted at once from a supplier that does not apply VAT on collection', async () => {
    expect(await detail(scope, id)).toMatchObject({ tvaLaIncasare: false, vatDeductible: 21, vatDeferred: 0 });
  });

  it('is deferred until payment where the supplier applies VAT on collection (BT-8 432), and again when payments are removed', async () => {
    const { scope, id } = await delivered({ extra: ON_COLLECTION });
    expect(await detail(scope, id)).toMatchObject({ tvaLaIncasare: true, vatDeductible: 0, vatDeferred: 21 });
    const pay = (amount: number) =>
      call<{ payment: { id: string } }>(service(), scope, 'POST', `/invoices/${id}/payments`, { amount, paymentDate: today() });
    await pay(60.5);
    expect(await detail(scope, id)).toMatchObject({ vatDeductible: 10.5, vatDeferred: 10.5 });
    const { body } = await pay(60.5);
    expect(await detail(scope, id)).toMatchObject({ vatDeductible: 21, vatDeferred: 0 });
    await call(service(), scope, 'DELETE', `/invoices/${id}/payments/${body.payment.id}`);
    expect(await detail(scope, id)).toMatchObject({ vatDeductible: 10.5, vatDeferred: 10.5 });
  });
});

describe('Notes for the books', () => {
  it('can be set, read and cleared; half of the VAT of a car is deducted', async () => {
    expect(await detail(scope, id)).toMatchObject({
      ...{ expenseCategory: null, expenseAccount: null, vatDeductiblePercent: 100, receivedDate: today() },
    });
    const noted = await note(scope, id, {
      ...{ expenseCategory: 'Auto', expenseAccount: '6022', vatDeductiblePercent: 50, receivedDate: '2026-11-20' },
    });
    expect(noted.status).toBe(200);
    expect(noted.body.invoice).toMatchObject({
      ...{ expenseCategory: 'Auto', expenseAccount: '6022', vatDeductiblePercent: 50, receivedDate: '2026-11-20' },
      ...{ vatDeductible: 10.5, vatDeferred: 0, status: 'synced' },
    });
    await note(scope, id, { expenseCategory: null, vatDeductiblePercent: null, receivedDate: null, internalNote: 'Combustibil' });
    expect(await detail(scope, id)).toMatchObject({
      ...{ expenseCategory: null, expenseAccount: '6022', vatDeductiblePercent: 100, receivedDate: today() },
      internalNote: 'Combustibil',
    });
  });

  it('are rejected where they are invalid, and nothing changes', async () => {
    const before = await detail(scope, id);
    for (const body of [
      { vatDeductiblePercent: 101 },
      { vatDeductiblePercent: -1 },
      { vatDeductiblePercent: 'half' },
      { receivedDate: '2026-02-30' },
      { expenseAccount: 'x'.repeat(21) },
    ]) {
      const refused = await note(scope, id, body);
      expect([400, 422], JSON.stringify(body)).toContain(refused.status);
      expect(Object.keys(refused.body.error.details ?? {})).toEqual(Object.keys(body));
    }
    expect(await detail(scope, id)).toEqual(before);
  });

  it('are for received documents only (422)', async () => {
    const own = await draft(service(), scope);
    const refused = await note(scope, own.id, { expenseCategory: 'Auto' });
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toEqual({ expenseCategory: [expect.stringContaining('received documents')] });
  });
});
