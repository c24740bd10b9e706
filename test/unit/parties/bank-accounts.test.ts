import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '#shared/base/kernel/errors.ts';
import { addBankAccount, changeBankAccount, removeBankAccount } from '#shared/records/parties/bank-accounts/rules.ts';
import { accountOnDocuments, type BankAccount } from '#shared/records/parties/bank-accounts/store.ts';

const AT = '2026-11-01T00:00:00.000Z';
const account = (id: string, change: Partial<BankAccount> = {}): BankAccount => ({
  ...addBankAccount([], { iban: id }, id, AT).result,
  isDefault: false,
  ...change,
});

describe('the account that documents print (REC-67)', () => {
  const cash = account('cash', { type: 'cash', iban: null, isDefault: true });
  const hidden = account('hidden', { showOnInvoice: false, isDefault: true });
  const old = account('old', { createdAt: '2026-01-01T00:00:00.000Z' });
  const young = account('young', { createdAt: '2026-02-01T00:00:00.000Z' });

  it.each<[string, BankAccount[], string | undefined]>([
    ['the default of the currency', [old, { ...young, isDefault: true }], 'young'],
    ['the oldest printed one, when the default is a cash register', [cash, young, old], 'old'],
    ['the oldest printed one, when the default is hidden', [hidden, young, old], 'old'],
    ['none, when all are of other currencies', [{ ...old, currency: 'EUR' }], undefined],
    ['none, when there are none', [], undefined],
  ])('is %s', (_, accounts, id) => {
    expect(accountOnDocuments(accounts, 'RON')?.id).toBe(id);
  });
});

describe('rules over all accounts', () => {
  it('drops the IBAN when an account becomes a cash register, and requires one when it becomes a bank account', () => {
    const all = [account('RO1', { isDefault: true })];
    const { records, result } = changeBankAccount(all, 'RO1', { type: 'cash' }, AT);
    expect(result.iban).toBeNull();
    expect(() => changeBankAccount(records, 'RO1', { type: 'bank' }, AT)).toThrow(/iban/);
  });

  it('has exactly one default per currency, one cash register and no IBAN twice, after any sequence of changes', () => {
    const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
    const change = fc.record({
      kind: fc.constantFrom('add', 'change', 'remove'),
      pick: fc.nat(),
      type: maybe(fc.constantFrom('bank', 'cash')),
      iban: maybe(fc.constantFrom('A', 'B', 'C', 'D')),
      currency: maybe(fc.constantFrom('RON', 'EUR')),
      isDefault: maybe(fc.boolean()),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 25 }), changes => {
        let all: BankAccount[] = [];
        for (const [step, { kind, pick, ...fields }] of changes.entries()) {
          const id = all[pick % Math.max(1, all.length)]?.id;
          try {
            if (kind === 'add') all = addBankAccount(all, fields, `b${step}`, AT).records;
            else if (id === undefined) continue;
            else if (kind === 'change') all = changeBankAccount(all, id, fields, AT).records;
            else all = removeBankAccount(all, id).records;
          } catch (error) {
            if (!(error instanceof Problem)) throw error;
          }
          for (const currency of new Set(all.map(one => one.currency)))
            expect(all.filter(one => one.currency === currency && one.isDefault)).toHaveLength(1);
          expect(all.filter(one => one.type === 'cash').length).toBeLessThan(2);
          const ibans = all.flatMap(one => one.iban ?? []);
          expect(new Set(ibans).size).toBe(ibans.length);
        }
      }),
    );
  });
});
