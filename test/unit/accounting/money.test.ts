import { describe, expect, it } from 'vitest';
import { bookedCash, bookedCredit } from '#shared/model/accounting/money.ts';
import type { Allocation } from '#shared/model/allocation/allocation.ts';
import type { Receipt } from '#shared/model/receipts/receipt.ts';

/** Money that is on no document, worked by hand. */

const lot = (amount: string, exchangeRate: string | null = null) => ({
  ...{ allocationId: 'earlier', date: '2026-02-01', currency: exchangeRate ? 'EUR' : 'RON', exchangeRate, amount, of: amount },
});
const allocation = (fields: Partial<Allocation>): Allocation => ({
  ...{ id: 'a', partner: { id: 'client', name: 'Client SRL', cif: 'RO1' }, paymentDate: '2026-03-05' },
  ...{ amount: '0.00', currency: 'RON', credit: '0.00', exchangeRate: null, taken: [], documents: [] },
  ...{ paymentMethod: 'bank_transfer', reference: null, notes: null, createdBy: null, createdAt: '2026-03-05T10:00:00.000Z' },
  ...fields,
});
const documents = (...amounts: string[]) => amounts.map(amount => ({ id: 'd', number: 'F-1', amount, paymentIds: [] }));
const shown = (booked: ReturnType<typeof bookedCredit>) =>
  booked.map(({ entry, amountLei, treasuryAccount, partnerAccount }) =>
    [entry.paymentId, entry.type ?? 'payment', entry.amount, amountLei, treasuryAccount || '-', partnerAccount || '-'].join(' '),
  );

describe('an allocation on the credit of its client', () => {
  it.each<[string, Partial<Allocation>, string[]]>([
    ['pays documents alone', { amount: '100.00', documents: documents('100.00') }, []],
    ['is an advance', { amount: '100.00', credit: '100.00' }, ['a payment 100.00 100.00 5121 419']],
    [
      'pays a document, and is over',
      { amount: '100.00', credit: '40.00', documents: documents('60.00') },
      ['a payment 40.00 40.00 5121 419'],
    ],
    [
      // 50 pay 30 of the document, 20 of them become credit, and all money does.
      'is over with what is owed back',
      { amount: '100.00', credit: '120.00', documents: documents('30.00', '-50.00') },
      ['a payment 100.00 100.00 5121 419', 'a-2 offset 20.00 20.00 - 419'],
    ],
    [
      // 50 pay 50 of 60; 10 of the money pay the rest.
      'is over, and what is owed back is used up',
      { amount: '100.00', credit: '90.00', documents: documents('60.00', '-50.00') },
      ['a payment 90.00 90.00 5121 419'],
    ],
    ['is no money', { amount: '0.00', credit: '50.00', documents: documents('-50.00') }, ['a offset 50.00 50.00 - 419']],
    [
      'uses credit beside money',
      { amount: '10.00', taken: [lot('15.00')], documents: documents('25.00') },
      ['a offset -15.00 -15.00 - 419'],
    ],
    [
      // At the rates at which it came: 10 × 5.0000 and 20 × 5.1000.
      'pays credit back in euros',
      { amount: '-30.00', currency: 'EUR', taken: [lot('10.00', '5.0000'), lot('20.00', '5.1000')] },
      ['a refund -10.00 -50.00 5124 419', 'a-2 refund -20.00 -102.00 5124 419'],
    ],
  ])('%s', (_, fields, rows) => expect(shown(bookedCredit(null, allocation(fields), undefined))).toEqual(rows));

  it('has the accounts of the company', () => {
    const rules = [{ use: 'customer_advance', account: '419.7', partnerId: 'client' }] as const;
    expect(shown(bookedCredit(rules, allocation({ amount: '1.00', credit: '1.00' }), undefined))).toEqual([
      'a payment 1.00 1.00 5121 419.7',
    ]);
  });
});

describe('a receipt without a document', () => {
  const receipt = (fields: Partial<Receipt>) =>
    ({
      ...{ id: 'r', kind: 'receipt', status: 'issued', number: 'CH-1', date: '2026-03-05', amount: '20.00', clientId: null },
      ...{
        isPerson: true,
        partner: { name: 'Ion Pop', cif: '1800101221144' },
        documents: [],
        createdAt: '2026-03-05T10:00:00.000Z',
      },
      ...fields,
    }) as Receipt;
  it.each<[string, Partial<Receipt>, string[]]>([
    ['of a stranger has no account', {}, ['r payment 20.00 20.00 5311 -']],
    ['of a client is on its allocation', { clientId: 'client', allocationId: 'a' }, []],
    ['that pays out is negative', { kind: 'cash_payment' }, ['r refund -20.00 -20.00 5311 -']],
    ['that is cancelled is none', { status: 'cancelled' }, []],
    ['with a document is on that', { documents: [{ id: 'd' }] as Receipt['documents'] }, []],
  ])('%s', (_, fields, rows) => expect(shown(bookedCash(null, receipt(fields)))).toEqual(rows));

  it('names no personal number', () => {
    expect(bookedCash(null, receipt({}))[0]?.entry.partner).toEqual({
      ...{ id: null, name: 'Ion Pop', cif: null, country: 'RO' },
    });
  });
});
