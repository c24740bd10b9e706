import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { amount, decimal } from '#shared/base/kernel/money.ts';
import { ACCOUNT, type AccountRule, accountOf, type Booked } from '#shared/model/accounting/accounts.ts';
import { sharesOf } from '#shared/model/accounting/shares.ts';

const booked = (fields: Partial<Booked>): Booked => ({ use: 'revenue', day: '2026-03-05', currency: 'RON', ...fields });

describe('the account of what is booked (COM-89, COM-90)', () => {
  // OMFP 1802/2014.
  it.each<[string, Partial<Booked>, string]>([
    ['a client', { use: 'customer' }, '4111'],
    ['a supplier', { use: 'supplier' }, '401'],
    ['an advance of a client', { use: 'customer_advance' }, '419'],
    ['an advance for goods', { use: 'supplier_advance', kind: 'goods' }, '4091'],
    ['an advance for a service', { use: 'supplier_advance', kind: 'service' }, '4092'],
    ['an advance of which the kind is not known', { use: 'supplier_advance' }, ''],
    ['goods that are sold', { kind: 'goods' }, '707'],
    ['a service that is sold', { kind: 'service' }, '704'],
    ['what is sold without a kind', {}, ''],
    ['what a purchase is used for', { use: 'expense', kind: 'goods' }, ''],
    ['VAT that is collected', { use: 'vat_collected' }, '4427'],
    ['VAT that is deductible', { use: 'vat_deductible' }, '4426'],
    ['VAT that is not due', { use: 'vat_not_due' }, '4428'],
    ['a transfer in lei', { use: 'treasury', method: 'bank_transfer' }, '5121'],
    ['a transfer in euros', { use: 'treasury', method: 'bank_transfer', currency: 'EUR' }, '5124'],
    ['cash', { use: 'treasury', method: 'cash' }, '5311'],
    ['a card', { use: 'treasury', method: 'card' }, '5125'],
    ['a card in euros', { use: 'treasury', method: 'card', currency: 'EUR' }, ''],
    ['another method', { use: 'treasury', method: 'other' }, ''],
  ])('is that of the general chart: %s', (_, fields, account) => {
    expect(accountOf(null, booked(fields))).toBe(account);
  });

  const rules: AccountRule[] = [
    { use: 'revenue', account: '707.11', vatRate: '11' },
    { use: 'revenue', account: '7015', productId: 'p' },
    { use: 'revenue', account: '704.EUR', currency: 'EUR', kind: 'service' },
    { use: 'customer', account: '4111.00012', partnerId: 'c' },
    { use: 'treasury', account: '5121.BT', method: 'bank_transfer' },
    { use: 'revenue', account: '708' },
  ];
  it.each<[string, Partial<Booked>, string]>([
    ['by rate, however it is written', { vatRate: '11.00', productId: 'p' }, '707.11'],
    ['by product', { vatRate: '21', productId: 'p', kind: 'goods' }, '7015'],
    ['by currency and kind', { currency: 'EUR', kind: 'service' }, '704.EUR'],
    ['without conditions, before the chart', { currency: 'EUR', kind: 'goods' }, '708'],
    ['by partner', { use: 'customer', partnerId: 'c' }, '4111.00012'],
    ['of another partner, that of the chart', { use: 'customer', partnerId: 'd' }, '4111'],
    ['by method', { use: 'treasury', method: 'bank_transfer' }, '5121.BT'],
    ['of another method, that of the chart', { use: 'treasury', method: 'cash' }, '5311'],
  ])('is that of the first rule that holds: %s', (_, fields, account) => {
    expect(accountOf(rules, booked(fields))).toBe(account);
  });

  it.each(['707', '4111', '4111.00012', '5121.BT.01'])('%s is an account', account => expect(account).toMatch(ACCOUNT));
  it.each(['', '7', '70', '70711', '0707', '707.', '707,01', '=707', '4111 00012'])('"%s" is none', account =>
    expect(account).not.toMatch(ACCOUNT),
  );
});

describe('shares of an amount', () => {
  const weights = (...values: number[]) => values.map(decimal);
  it.each([
    ['100.00', weights(1, 1, 1), ['33.33', '33.34', '33.33']],
    ['-0.01', weights(1, 1), ['-0.01', '0.00']],
    ['90.00', weights(100, -10), ['100.00', '-10.00']],
    ['5.00', weights(1, -1), ['0.00', '5.00']],
    ['0.00', weights(0), ['0.00']],
  ])('%s', (total, by, shares) => expect(sharesOf(total, by)).toEqual(shares));

  it('sum to the amount to the cent, for any weights', () => {
    const cents = fc.integer({ min: -10_000_000, max: 10_000_000 });
    fc.assert(
      fc.property(cents, fc.array(cents, { minLength: 1, maxLength: 20 }), (total, by) => {
        const whole = amount(decimal(total).div(100));
        const sum = sharesOf(whole, by.map(decimal)).reduce((all, share) => all.plus(share), decimal(0));
        expect(amount(sum)).toBe(whole);
      }),
    );
  });
});
