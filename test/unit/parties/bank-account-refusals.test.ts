import { describe, expect, it } from 'vitest';
import { handler as create } from '../../../functions/bank-accounts/create.ts';
import { handler as update } from '../../../functions/bank-accounts/update.ts';
import { addBankAccount, type BankAccountInput, changeBankAccount } from '#shared/records/parties/bank-accounts/rules.ts';
import { IBANS } from '../../api/bank-accounts/calls.ts';
import { refusedRequest } from '../../support/refused/request.ts';

/** Errors of endpoints of bank accounts by the body alone, and the rules over all accounts. */

const AT = '2026-11-01T00:00:00.000Z';
const invalid = (field: string) => ({
  status: 422,
  code: 'validation_error',
  details: { [field]: [expect.any(String)] },
});

describe('POST /bank-accounts (REC-63 to REC-68)', () => {
  it.each<[object, string]>([
    [{}, 'iban'],
    [{ iban: 'RO49AAAA1B31007593840001' }, 'iban'],
    [{ iban: 'RO49' }, 'iban'],
    [{ iban: IBANS[0], currency: 'XXQ' }, 'currency'],
    [{ type: 'cash', openingBalance: -1, openingBalanceDate: '2026-01-01' }, 'openingBalance'],
    [{ type: 'cash', openingBalance: 1, openingBalanceDate: '2026-02-30' }, 'openingBalanceDate'],
    [{ type: 'cash', openingBalanceDate: '2026-01-01' }, 'openingBalance'],
    [{ iban: IBANS[0], type: 'crypto' }, 'type'],
  ])('rejects %j with 422 that names %s', async (body, field) => {
    expect(await refusedRequest(create, { body })).toEqual(invalid(field));
  });

  it('accepts a valid body', async () => {
    expect(await refusedRequest(create, { body: { iban: IBANS[0] } })).toBeUndefined();
  });

  it.each(['openingBalance', 'openingBalanceDate'] as const)('rejects %s of a bank account (422)', field => {
    const input: BankAccountInput = { iban: 'A', [field]: field === 'openingBalance' ? '5' : '2026-01-01' };
    expect(() => addBankAccount([], input, 'id', AT)).toThrow(expect.objectContaining(invalid(field)));
  });
});

describe('PATCH /bank-accounts/{uuid}', () => {
  it('rejects an empty change (422)', async () => {
    expect(await refusedRequest(update, { body: {} })).toMatchObject({ status: 422, code: 'validation_error' });
  });

  const [one, two, cash] = [{ iban: 'A' }, { iban: 'B' }, { type: 'cash', currency: 'EUR' } as const];
  const all = [one, two, cash].reduce(
    (before, input, place) => addBankAccount(before, input, `b${place}`, AT).records,
    [] as Parameters<typeof addBankAccount>[0],
  );

  it.each<[string, BankAccountInput, object]>([
    ['no IBAN (422)', { iban: null }, invalid('iban')],
    ['the IBAN of another account (422)', { iban: 'B' }, invalid('iban')],
    ['a second cash account (409)', { type: 'cash' }, { status: 409, details: { reason: 'cash_account_exists' } }],
    ['unsetting the default (422)', { isDefault: false }, invalid('isDefault')],
  ])('rejects %s', (_, change, refusal) => {
    expect(() => changeBankAccount(all, 'b0', change, AT)).toThrow(expect.objectContaining(refusal));
  });

  it('accepts another name of the bank', () => {
    expect(changeBankAccount(all, 'b0', { bankName: 'New' }, AT).result).toMatchObject({ iban: 'A', bankName: 'New' });
  });
});
