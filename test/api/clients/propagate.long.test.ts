import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../../shared/model/invoice.ts';
import { useTrader } from '../../support/trader.ts';
import { newCui, propagateCalls } from './propagate-calls.ts';
import { useRegisters } from './register.ts';

const trader = useTrader();
const { draft, inForce, detailOf, become, creditDraft } = trader;
const { newClient, change } = propagateCalls(trader.service, trader);
const register = useRegisters();

describe('A change of a client rewrites its editable documents of the month (completions-accounts §10)', () => {
  it.each<[string, Partial<InvoiceDocument>, boolean]>([
    ['a rejected one', { status: 'rejected', taxauthUploadIndex: '5' }, true],
    ['one whose submission is under way', { status: 'issued', submission: { id: 's', startedAt: '', userId: null } }, false],
    ['a validated one', { status: 'validated' }, false],
    ['a cancelled one', { status: 'cancelled' }, false],
    ['a received one', { status: 'synced', direction: 'incoming' }, false],
  ])('%s', async (_, fields, follows) => {
    const clientId = await newClient();
    const { id } = await draft({ clientId });
    await become(id, fields);
    expect(await change(clientId, { name: 'Nou SRL' })).toBe(follows ? 1 : 0);
    const after = await detailOf(id);
    expect(after.client?.name).toBe(follows ? 'Nou SRL' : 'Vechi SRL');
    expect(after.events.filter(event => event.type === 'updated')).toHaveLength(follows ? 1 : 0);
  });

  it('all of twelve, credit notes included, and nobody else’s', async () => {
    const clientId = await newClient();
    const other = await draft({ clientId: await newClient() });
    const invoice = await inForce({ clientId });
    await creditDraft(invoice, { clientId });
    for (let made = 0; made < 10; made++) await draft({ clientId });
    expect(await change(clientId, { cui: newCui() })).toBe(12);
    expect((await detailOf(other.id)).client?.name).toBe('Vechi SRL');
  });

  it.each([
    ['cui', { cui: 'RO14399840' }, 1],
    ['country', { country: 'MD' }, 1],
    ['isVatPayer', { isVatPayer: false }, 1],
    ['phone, which documents do not follow', { phone: '0700000000' }, 0],
    ['a name that stays', { name: 'Vechi SRL' }, 0],
  ])('a change of %s', async (_, body, expected) => {
    const clientId = await newClient({ isVatPayer: true });
    await draft({ clientId });
    expect(await change(clientId, body)).toBe(expected);
  });
});

describe('autoApplyVatRules asks the EU register about a client that it could not be asked about before', () => {
  it.each([
    ['does not know it: the rate of the destination', 200, false, 'S', 119],
    ['is out of reach: the rate of the destination', 500, false, 'S', 119],
  ])('and it %s', async (_, status, isValid, category, total) => {
    const clientId = await newClient({
      country: 'DE',
      cui: null,
      vatCode: `DE${String(randomInt(100_000_000, 999_999_999))}`,
      county: null,
    });
    await register('VAT_REGISTRY_URL', status, {
      ...{ isValid, userError: isValid ? 'VALID' : 'INVALID', name: 'x', address: 'y' },
    });
    const invoice = await draft({ clientId, autoApplyVatRules: true });
    expect(invoice).toMatchObject({ total, lines: [{ vatCategoryCode: category }] });
  });
});
