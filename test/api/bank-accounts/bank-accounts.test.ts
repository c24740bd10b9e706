import { describe, expect, it } from 'vitest';
import { type Answered, call, type Refusal } from '../../support/invoices.ts';
import { keyWith } from '../../support/members.ts';
import { type Scope, useService } from '../../support/service.ts';

const service = useService();

interface Account {
  id: string;
  iban: string | null;
  currency: string;
  isDefault: boolean;
  [field: string]: unknown;
}

type Reply = Answered<Account & Refusal>;

/** Valid IBANs (ISO 13616 examples). */
const IBANS = ['RO49AAAA1B31007593840000', 'DE89370400440532013000', 'GB29NWBK60161331926819', 'FR1420041010050500013M02606'];

const newScope = async (): Promise<Scope> => service().newCompany(await service().newUser());
const list = async (scope: Scope): Promise<Account[]> => (await call<Account[]>(service(), scope, 'GET', '/bank-accounts')).body;
const add = (scope: Scope, body: object): Promise<Reply> => call(service(), scope, 'POST', '/bank-accounts', body);
const change = (scope: Scope, id: string, body: object): Promise<Reply> =>
  call(service(), scope, 'PATCH', `/bank-accounts/${id}`, body);
const remove = (scope: Scope, id: string): Promise<Reply> => call(service(), scope, 'DELETE', `/bank-accounts/${id}`);
const defaults = async (scope: Scope, currency: string): Promise<(string | null)[]> =>
  (await list(scope)).filter(one => one.isDefault && one.currency === currency).map(one => one.iban);

describe('Bank accounts (completions-accounts §15)', () => {
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

  it('keeps a cash register beside them: no IBAN, an opening balance, not printed', async () => {
    const scope = await newScope();
    const cash = { type: 'cash', iban: IBANS[0], openingBalance: '12.50', openingBalanceDate: '2026-01-01' };
    const { body } = await add(scope, cash);
    expect(body).toMatchObject({ iban: null, openingBalance: 12.5, openingBalanceDate: '2026-01-01', showOnInvoice: false });
    const refused = await add(scope, { type: 'cash' });
    expect(refused.status).toBe(409);
    expect(refused.body.error.details).toEqual({ reason: 'cash_account_exists' });
  });

  it.each([
    [{}, 'iban'],
    [{ iban: 'RO49AAAA1B31007593840001' }, 'iban'],
    [{ iban: 'RO49' }, 'iban'],
    [{ iban: IBANS[0], currency: 'XXQ' }, 'currency'],
    [{ type: 'cash', openingBalance: -1, openingBalanceDate: '2026-01-01' }, 'openingBalance'],
    [{ type: 'cash', openingBalance: 1, openingBalanceDate: '2026-02-30' }, 'openingBalanceDate'],
    [{ type: 'cash', openingBalanceDate: '2026-01-01' }, 'openingBalance'],
    [{ iban: IBANS[0], openingBalance: 5 }, 'openingBalance'],
    [{ iban: IBANS[0], type: 'crypto' }, 'type'],
  ])('refuses %j with 422 that names %s', async (body, field) => {
    const refused = await add(await newScope(), body);
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toMatchObject({ [field]: [expect.any(String)] });
  });

  it('takes an IBAN once, in whatever spelling, also under concurrency', async () => {
    const scope = await newScope();
    const answers = await Promise.all(
      ['RO49AAAA1B31007593840000', 'ro49aaaa1b31007593840000', 'RO49 AAAA 1B31 0075 9384 0000'].map(iban => add(scope, { iban })),
    );
    expect(answers.map(one => one.status).sort()).toEqual([201, 422, 422]);
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

  it('refuses to unset the default (422), and hands the flag on when it moves to another currency', async () => {
    const scope = await newScope();
    const one = (await add(scope, { iban: IBANS[0] })).body;
    const two = (await add(scope, { iban: IBANS[1] })).body;
    expect((await change(scope, one.id, { isDefault: false })).status).toBe(422);
    expect((await change(scope, one.id, { currency: 'eur' })).body).toMatchObject({ currency: 'EUR', isDefault: true });
    expect(await defaults(scope, 'RON')).toEqual([two.iban]);
  });

  it.each([
    [{}, 422],
    [{ iban: null }, 422],
    [{ iban: IBANS[1] }, 422],
    [{ type: 'cash' }, 409],
    [{ bankName: 'New' }, 200],
  ])('answers the change %j with %i', async (body, status) => {
    const scope = await newScope();
    const { id } = (await add(scope, { iban: IBANS[0] })).body;
    await add(scope, { iban: IBANS[1] });
    await add(scope, { type: 'cash', currency: 'EUR' });
    expect((await change(scope, id, body)).status).toBe(status);
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

  it('needs settings.view to read and settings.manage to change (403)', async () => {
    const user = await service().newUser();
    const { company } = await service().newCompany(user);
    const reader = { company, token: await keyWith(service(), user, ['settings.view']) };
    expect(await list(reader)).toEqual([]);
    expect((await add(reader, { iban: IBANS[0] })).body.error.details['permission']).toBe('settings.manage');
  });
});

it('answers only what the endpoints declare', () => expect(service().runtime.violations).toEqual([]));
