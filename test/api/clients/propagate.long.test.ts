import { describe, expect, it } from 'vitest';
import { useTrader } from '../../support/trader.ts';
import { newCui, propagateCalls } from './propagate-calls.ts';

const trader = useTrader();
const { draft, inForce, detailOf, creditDraft } = trader;
const { newClient, change } = propagateCalls(trader.service, trader);

describe('A change of a client rewrites its drafts of the month; issued documents keep their buyer', () => {
  it('all of eleven, credit notes included, and no documents of other clients', async () => {
    const clientId = await newClient();
    const other = await draft({ clientId: await newClient() });
    const invoice = await inForce({ clientId });
    await creditDraft(invoice, { clientId });
    for (let made = 0; made < 10; made++) await draft({ clientId });
    expect(await change(clientId, { cui: newCui() })).toEqual([11, 1]);
    expect((await detailOf(invoice.id)).client?.name).toBe('Vechi SRL');
    expect((await detailOf(other.id)).client?.name).toBe('Vechi SRL');
  });

  it.each([
    ['cui', { cui: 'RO14399840' }, 1],
    ['country', { country: 'MD' }, 1],
    ['isVatPayer', { isVatPayer: false }, 1],
    ['phone, which documents do not have', { phone: '0700000000' }, 0],
    ['a name that stays', { name: 'Vechi SRL' }, 0],
  ])('a change of %s', async (_, body, expected) => {
    const clientId = await newClient({ isVatPayer: true });
    await draft({ clientId });
    expect(await change(clientId, body)).toEqual([expected, 0]);
  });
});
