import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../shared/kernel/dates.ts';
import { today } from '../../../shared/kernel/clock.ts';
import type { InvoiceDocument } from '../../../shared/model/invoice.ts';
import { useTrader } from '../../support/trader.ts';
import { newCui, propagateCalls } from './propagate-calls.ts';
import { useRegisters } from './register.ts';

const trader = useTrader();
const { scope, draft, inForce, detailOf, become, creditDraft, file } = trader;
const { newClient, change } = propagateCalls(trader.service, trader);
const register = useRegisters();

describe('A change of a client rewrites its editable documents of the month (completions-accounts §10)', () => {
  it.each<[string, Partial<InvoiceDocument>, boolean]>([
    ['a draft', {}, true],
    ['an issued one that was not submitted', { status: 'issued', number: 'F-1', sequence: 1 }, true],
    ['one that is at the authority', { status: 'sent_to_provider', taxauthUploadIndex: '5' }, false],
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

  it('documents of earlier months never change', async () => {
    const clientId = await newClient();
    const earlier = addDays(`${today().slice(0, 7)}-01`, -1);
    const { id } = await draft({ clientId, issueDate: earlier, dueDate: today() });
    expect(await change(clientId, { name: 'Nou SRL' })).toBe(0);
    expect((await detailOf(id)).client?.name).toBe('Vechi SRL');
  });

  it('all of them, credit notes included, and nobody else’s', async () => {
    const clientId = await newClient();
    const other = await draft({ clientId: await newClient() });
    const invoice = await inForce({ clientId });
    await creditDraft(invoice, { clientId });
    await draft({ clientId });
    expect(await change(clientId, { cui: newCui() })).toBe(3);
    expect((await detailOf(other.id)).client?.name).toBe('Vechi SRL');
  });

  it('a change of the phone, which documents do not follow', async () => {
    const clientId = await newClient();
    await draft({ clientId });
    expect(await change(clientId, { phone: '0700000000' })).toBe(0);
  });

  it('an issued one has its XML made anew with the new name', async () => {
    const clientId = await newClient();
    const { id } = await inForce({ clientId });
    await become(id, { xmlPath: `companies/${scope.company}/invoices/${id}/v1.xml` });
    const read = async () => (await file(id, 'xml')).body.toString();
    expect(await read()).toContain('Vechi SRL');
    await change(clientId, { name: 'Nou SRL' });
    expect(await read()).toContain('Nou SRL');
  });

  it('VAT that follows the client is decided anew; VAT that was stated stays', async () => {
    const clientId = await newClient({ country: 'DE', cui: null, county: null });
    const lines = [{ description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 11 }];
    const [automatic, stated] = [await draft({ clientId, lines, autoApplyVatRules: true }), await draft({ clientId, lines })];
    expect([automatic.total, stated.total]).toEqual([119, 111]);
    await change(clientId, { country: 'HU' });
    expect([(await detailOf(automatic.id)).total, (await detailOf(stated.id)).total]).toEqual([127, 111]);
    await change(clientId, { country: 'RO', county: 'Cluj' });
    expect(await detailOf(automatic.id)).toMatchObject({ total: 121, balance: 121 });
  });
});

describe('autoApplyVatRules asks the EU register about a client that it could not be asked about before', () => {
  it.each([
    ['knows the number: reverse charge', 200, true, 'AE', 100],
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
