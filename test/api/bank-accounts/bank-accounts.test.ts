import { describe, expect, it } from 'vitest';
import { useService, type Scope } from '../../support/service.ts';
import { IBANS, bankAccountsCalls } from './calls.ts';

const service = useService();
const { newScope, add, change, list, remove } = bankAccountsCalls(service);
const defaults = async (scope: Scope, currency: string): Promise<(string | null)[]> =>
  (await list(scope)).filter(one => one.isDefault && one.currency === currency).map(one => one.iban);

describe('Bank accounts (REC-63 to REC-68)', () => {
  it('normalises the IBAN; the first account of a currency becomes its default', async () => {
    const scope = await newScope();
    const { status, body } = await add(scope, { iban: 'ro49 aaaa 1b31 0075 9384 0000', bankName: 'Banca' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      uuid: body.id,
      type: 'bank',
      iban: IBANS[0],
      bankName: 'Banca',
      currency: 'RON',
      isDefault: true,
      showOnInvoice: true,
      openingBalance: null,
      openingBalanceDate: null,
      source: 'manual',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  it('creates a cash register: no IBAN, an opening balance, not printed', async () => {
    const scope = await newScope();
    const cash = { type: 'cash', iban: IBANS[0], openingBalance: '12.50', openingBalanceDate: '2026-01-01' };
    const { body } = await add(scope, cash);
    expect(body).toMatchObject({ iban: null, openingBalance: 12.5, openingBalanceDate: '2026-01-01', showOnInvoice: false });
    const refused = await add(scope, { type: 'cash' });
    expect(refused.status).toBe(409);
    expect(refused.body.error.details).toEqual({ reason: 'cash_account_exists' });
  });

  it('rejects a missing field, and one that is for cash registers only, with 422 that names it', async () => {
    const scope = await newScope();
    for (const [body, field] of [
      [{}, 'iban'],
      [{ iban: IBANS[0], openingBalance: 5 }, 'openingBalance'],
    ] as const) {
      const refused = await add(scope, body);
      expect(refused.status).toBe(422);
      expect(refused.body.error.details).toMatchObject({ [field]: [expect.any(String)] });
    }
  });

  it('accepts an IBAN once, in any spelling, also under concurrency', async () => {
    const scope = await newScope();
    const answers = await Promise.all(
      ['RO49AAAA1B31007593840000', 'ro49aaaa1b31007593840000', 'RO49 AAAA 1B31 0075 9384 0000'].map(iban => add(scope, { iban })),
    );
    expect(answers.map(one => one.status).sort()).toEqual([201, 422, 422]);
  });

  it('returns 200, 422 or 409 for a change', async () => {
    const scope = await newScope();
    const { id } = (await add(scope, { iban: IBANS[0] })).body;
    await add(scope, { iban: IBANS[1] });
    await add(scope, { type: 'cash', currency: 'EUR' });
    for (const [body, status] of [
      [{}, 422],
      [{ iban: null }, 422],
      [{ iban: IBANS[1] }, 422],
      [{ type: 'cash' }, 409],
      [{ bankName: 'New' }, 200],
    ] as const)
      expect((await change(scope, id, body)).status, JSON.stringify(body)).toBe(status);
  });

  it('keeps one default per currency under concurrency, listed first, then oldest', async () => {
    const scope = await newScope();
    await Promise.all(IBANS.map(iban => add(scope, { iban, isDefault: true })));
    expect(await defaults(scope, 'RON')).toHaveLength(1);
    const last = (await list(scope)).at(-1);
    await change(scope, last?.id ?? '', { isDefault: true });
    expect(await defaults(scope, 'RON')).toEqual([last?.iban]);
    expect((await list(scope))[0]?.id).toBe(last?.id);
  });

  it('rejects unsetting the default (422), and passes the flag on when the account changes its currency', async () => {
    const scope = await newScope();
    const one = (await add(scope, { iban: IBANS[0] })).body;
    const two = (await add(scope, { iban: IBANS[1] })).body;
    expect((await change(scope, one.id, { isDefault: false })).status).toBe(422);
    expect((await change(scope, one.id, { currency: 'eur' })).body).toMatchObject({ currency: 'EUR', isDefault: true });
    expect(await defaults(scope, 'RON')).toEqual([two.iban]);
  });

  it('keeps the last account, and a default while others of its currency exist (409)', async () => {
    const scope = await newScope();
    const one = (await add(scope, { iban: IBANS[0] })).body;
    const last = await remove(scope, one.id);
    expect(last.status).toBe(409);
    expect(last.body.error.details).toEqual({ reason: 'last_account' });
    const two = (await add(scope, { iban: IBANS[1] })).body;
    expect((await remove(scope, one.id)).body.error.details).toEqual({ reason: 'default_account' });
    expect((await remove(scope, two.id)).status).toBe(204);
    expect((await remove(scope, two.id)).status).toBe(404);
    const eur = (await add(scope, { iban: IBANS[1], currency: 'EUR' })).body;
    expect((await remove(scope, eur.id)).status).toBe(204);
  });
});
