import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/base/kernel/dates.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { completePropagation } from '#shared/documents/invoices/client-changes/propagate-client-change.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { useTrader } from '../../support/trader.ts';
import { newCui, propagateCalls } from './propagate-calls.ts';
import { useRegisters } from './register.ts';

const trader = useTrader();
const { act, draft, detailOf, become, file, put } = trader;
const { newClient, change } = propagateCalls(trader.service, trader);
const register = useRegisters();

describe('A change of a client rewrites its drafts of the month; issued documents keep their buyer', () => {
  it.each<[string, Partial<InvoiceDocument>, [updated: number, kept: number]]>([
    ['a draft', {}, [1, 0]],
    ['a restored draft with a number', { number: 'F-1', sequence: 1 }, [1, 0]],
    ['an issued one that was not submitted', { status: 'issued', number: 'F-1', sequence: 1 }, [0, 1]],
    ['one that was submitted to the authority', { status: 'sent_to_provider', taxauthUploadIndex: '5' }, [0, 1]],
    ['a rejected one', { status: 'rejected', taxauthUploadIndex: '5' }, [0, 1]],
    ['one whose submission is in progress', { status: 'issued', submission: { id: 's', startedAt: '', userId: null } }, [0, 1]],
    ['a validated one', { status: 'validated' }, [0, 1]],
    ['a cancelled one', { status: 'cancelled' }, [0, 0]],
    ['a cancelled one that the authority has', { status: 'cancelled', taxauthStatus: 'validated' }, [0, 1]],
    ['a received one', { status: 'synced', direction: 'incoming' }, [0, 0]],
  ])('%s', async (_, fields, expected) => {
    const clientId = await newClient();
    const { id } = await draft({ clientId });
    await become(id, fields);
    expect(await change(clientId, { name: 'Nou SRL' })).toEqual(expected);
    const [follows] = expected;
    const after = await detailOf(id);
    expect(after.client?.name).toBe(follows ? 'Nou SRL' : 'Vechi SRL');
    expect(after.events.filter(event => event.type === 'updated')).toHaveLength(follows ? 1 : 0);
  });

  it('documents of earlier months never change', async () => {
    const clientId = await newClient();
    const earlier = addDays(`${today().slice(0, 7)}-01`, -1);
    const { id } = await draft({ clientId, issueDate: earlier, dueDate: today() });
    expect(await change(clientId, { name: 'Nou SRL' })).toEqual([0, 0]);
    expect((await detailOf(id)).client?.name).toBe('Vechi SRL');
  });

  it('a change of whether it is affiliated, which decides about VAT on collection', async () => {
    const clientId = await newClient();
    const { id } = await draft({ clientId, tvaLaIncasare: true });
    expect(await change(clientId, { isAffiliated: true })).toEqual([1, 0]);
    expect((await act(id, 'issue')).status).toBe(200);
    expect((await file(id, 'xml')).body.toString()).not.toContain('TVA la încasare');
  });

  it('a change of the phone, which documents do not have', async () => {
    const clientId = await newClient();
    await draft({ clientId });
    expect(await change(clientId, { phone: '0700000000' })).toEqual([0, 0]);
  });

  it('an issued one whose VAT follows the client does not change by a byte: amounts, XML, timeline', async () => {
    const clientId = await newClient({ isVatPayer: true });
    const { id } = await draft({ clientId, autoApplyVatRules: true });
    expect((await act(id, 'issue')).status).toBe(200);
    const stored = async () => [await detailOf(id), (await file(id, 'xml')).body.toString()];
    const before = await stored();
    expect(await change(clientId, { name: 'Alt SRL', country: 'DE', cui: newCui(), county: null })).toEqual([0, 1]);
    await completePropagation(trader.scope.company, clientId);
    expect(await stored()).toEqual(before);
  });

  it('a rejected one is corrected by cancel, restore, update and issue, under its number; not by an update alone', async () => {
    const clientId = await newClient();
    const { id } = await draft({ clientId });
    const { body: issued } = await act(id, 'issue');
    await become(id, { status: 'rejected', taxauthStatus: 'rejected' });
    expect(await put(id, { clientId: await newClient() })).toMatchObject({
      ...{ status: 422, body: { error: { details: { clientId: [expect.stringContaining('cancel')] } } } },
    });
    expect(await change(clientId, { name: 'Nou SRL' })).toEqual([0, 1]);
    expect((await put(id, { clientId, notes: 'x' })).body.invoice.client?.name).toBe('Vechi SRL');
    expect((await act(id, 'cancel', { reason: 'wrong buyer' })).status).toBe(200);
    expect((await act(id, 'restore')).status).toBe(200);
    expect((await put(id, { clientId })).body.invoice.client?.name).toBe('Nou SRL');
    expect((await act(id, 'issue')).body).toMatchObject({
      ...{ status: 'issued', number: issued.number, client: { name: 'Nou SRL' } },
    });
  });

  it('VAT that follows the client is decided again; VAT that was stated stays', async () => {
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

describe('autoApplyVatRules queries the EU register about a client that it could not query before', () => {
  it.each([
    ['knows the number: reverse charge', 200, true, 'AE', 100],
    ['does not know it: the rate of the destination', 200, false, 'S', 119],
    ['does not respond: the lines stay unchanged', 500, false, 'S', 121],
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
