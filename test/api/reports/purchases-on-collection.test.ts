import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import type { Journal } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';
import { received } from '../../support/taxauth/received.ts';

/** VAT on collection of what a company bought (SET-37, SET-38, REP-22): deductible with each payment. */

const service = useService();
const month = today().slice(0, 7);
const supplier = { seller: '12345674', net: '1000.00', vat: '210.00' };

let buyer: Scope;
beforeAll(async () => {
  buyer = await service().newCompany(await service().newUser(), { vatOnCollection: true });
});

/** Rows of the journal of purchases that lead to documents: what is due and what is deductible. */
async function rowsOf(...documents: string[]) {
  const { body } = await call<Journal>(service(), buyer, 'GET', `/reports/journal?role=purchase&period=${month}&limit=100`);
  return body.data
    .filter(({ documentId }) => documents.includes(documentId))
    .flatMap(({ paymentId, groups }) =>
      groups.map(({ vatLei, vatDueLei, deductibleLei }) => [
        paymentId ? 'payment' : 'document',
        vatLei,
        vatDueLei,
        deductibleLei,
      ]),
    )
    .toSorted((a, b) => Number(b[1]) - Number(a[1]) || Number(b[2]) - Number(a[2]));
}
const pay = async (id: string, amount: number): Promise<void> => {
  const { status } = await call(service(), buyer, 'POST', `/invoices/${id}/payments`, { amount, paymentDate: today() });
  expect(status).toBe(201);
};

describe('a purchase under VAT on collection', () => {
  it('is deductible with its payments, with a credit between: 105.00 and 63.00', async () => {
    const id = await received(buyer, { ...supplier, number: 'C-1' });
    expect(await rowsOf(id)).toEqual([['document', 210, 0, 0]]);
    await pay(id, 605);
    const credit = await received(buyer, {
      ...supplier,
      ...{ root: 'CreditNote', number: 'C-2', net: '200.00', vat: '42.00', names: { number: 'C-1' } },
    });
    // The credit takes off what was not due yet.
    expect(await rowsOf(credit)).toEqual([['document', -42, 0, 0]]);
    await pay(id, 363);
    expect(await rowsOf(id)).toEqual([
      ['document', 210, 0, 0],
      ['payment', 0, 105, 105],
      ['payment', 0, 63, 63],
    ]);
  });

  it('whose credit arrives before it is the same', async () => {
    const credit = await received(buyer, {
      ...supplier,
      ...{ root: 'CreditNote', number: 'C-4', net: '200.00', vat: '42.00', names: { number: 'C-3' } },
    });
    expect(await rowsOf(credit)).toEqual([['document', -42, -42, -42]]);
    const id = await received(buyer, { ...supplier, number: 'C-3' });
    expect(await rowsOf(credit)).toEqual([['document', -42, 0, 0]]);
    await pay(id, 968);
    expect(await rowsOf(id)).toEqual([
      ['document', 210, 0, 0],
      ['payment', 0, 168, 168],
    ]);
  });

  it('of which another share is deductible: so are its payments', async () => {
    const id = await received(buyer, { ...supplier, number: 'C-5' });
    await pay(id, 605);
    const { status } = await call(service(), buyer, 'PUT', `/invoices/${id}`, { vatDeductiblePercent: 50 });
    expect(status).toBe(200);
    expect(await rowsOf(id)).toEqual([
      ['document', 210, 0, 0],
      ['payment', 0, 105, 52.5],
    ]);
  });
});
