import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Company, Refusal } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';

/** The accounts of a company for hand-over files (COM-88 to COM-91). */

const { newTrader } = useTrader();

async function company() {
  const { scope, request } = await newTrader();
  const path = `/companies/${scope.company}`;
  return {
    change: (accountMapping: unknown) => request<Company & Refusal>('PATCH', path, { accountMapping }),
    read: async () => (await request<Company>('GET', path)).body.accountMapping,
  };
}

describe('accountMapping', () => {
  it('is kept in its order, and is none before and after null or an empty list', async () => {
    const { change, read } = await company();
    expect(await read()).toEqual([]);
    const rules = [
      { use: 'customer', account: '4111.00012', partnerId: randomUUID() },
      { use: 'revenue', account: '707.11', kind: 'goods', vatRate: 11, currency: 'EUR' },
      { use: 'treasury', account: '5121.BT', method: 'bank_transfer' },
      { use: 'revenue', account: '7015', productId: randomUUID() },
    ];
    expect((await change(rules)).body.accountMapping).toEqual(rules);
    expect(await read()).toEqual(rules);
    expect((await change([])).body.accountMapping).toEqual([]);
    await change(rules);
    expect((await change(null)).body.accountMapping).toEqual([]);
  });

  it.each([
    ['an account of two digits', [{ use: 'revenue', account: '70' }], 'accountMapping.0.account'],
    ['a formula as account', [{ use: 'revenue', account: '=707' }], 'accountMapping.0.account'],
    ['another use', [{ use: 'profit', account: '707' }], 'accountMapping.0.use'],
    ['a rate above 100', [{ use: 'revenue', account: '707', vatRate: 101 }], 'accountMapping.0.vatRate'],
    ['a partner that is no id', [{ use: 'customer', account: '4111', partnerId: '12' }], 'accountMapping.0.partnerId'],
    ['101 rules', Array.from({ length: 101 }, () => ({ use: 'revenue', account: '707' })), 'accountMapping'],
  ])('400: %s', async (_, rules, field) => {
    const { change } = await company();
    const { status, body } = await change(rules);
    expect([status, Object.keys(body.error.details as object)]).toEqual([400, [field]]);
  });
});
