import { conflict, type FieldErrors, invalidFields, notFound } from '#shared/base/kernel/errors.ts';
import { patched } from '#shared/base/kernel/patch.ts';
import type { SetChange } from '#shared/platform/store/record-set.ts';
import type { BankAccount } from './store.ts';

/**
 * Rules for changes of a company's bank accounts (REC-63 to REC-68). Pure. They maintain an invariant: exactly one of the
 * accounts of a currency is the default.
 */

export interface BankAccountFields {
  type: BankAccount['type'];
  /** Electronic form (ISO 13616), check digits verified. */
  iban: string | null;
  bankName: string | null;
  currency: string;
  isDefault: boolean;
  showOnInvoice: boolean;
  openingBalance: string | null;
  openingBalanceDate: string | null;
}

export type BankAccountInput = { [K in keyof BankAccountFields]?: BankAccountFields[K] | undefined };

type Change = SetChange<BankAccount, BankAccount>;

/** Adds an account; the first of a currency becomes its default. @throws 409 for a second cash account, 422 */
export function addBankAccount(all: BankAccount[], input: BankAccountInput, id: string, at: string): Change {
  const type = input.type ?? 'bank';
  const account: BankAccount = {
    id,
    type,
    iban: input.iban ?? null,
    bankName: input.bankName ?? null,
    currency: input.currency ?? 'RON',
    isDefault: input.isDefault ?? false,
    showOnInvoice: input.showOnInvoice ?? type === 'bank',
    openingBalance: input.openingBalance ?? null,
    openingBalanceDate: input.openingBalanceDate ?? null,
    source: 'manual',
    createdAt: at,
    updatedAt: at,
  };
  return settled([...all, account], account, account.isDefault ? [id] : [], at);
}

/** Changes an account. @throws 404; 409 for a second cash account; 422, also for `isDefault: false` on the default account */
export function changeBankAccount(all: BankAccount[], id: string, change: BankAccountInput, at: string): Change {
  const before = existing(all, id);
  const after = patched(before, { ...change, updatedAt: at });
  if (before.isDefault && change.isDefault === false && after.currency === before.currency) {
    throw invalidFields({ isDefault: [`make another ${before.currency} account the default instead`] });
  }
  const moved = after.currency !== before.currency;
  const records = all.map(one =>
    one.id === id ? { ...after, isDefault: moved ? change.isDefault === true : after.isDefault } : one,
  );
  return settled(records, existing(records, id), change.isDefault === true ? [id] : [], at);
}

/** Removes an account. @throws 404; 409 for the last account, and for the default while others of its currency exist */
export function removeBankAccount(all: BankAccount[], id: string): SetChange<BankAccount, void> {
  const account = existing(all, id);
  if (all.length === 1) throw conflict('The last account cannot be removed.', { reason: 'last_account' });
  if (account.isDefault && all.some(one => one.id !== id && one.currency === account.currency)) {
    throw conflict(`Make another ${account.currency} account the default first.`, { reason: 'default_account' });
  }
  return { records: all.filter(one => one.id !== id), result: undefined };
}

function existing(all: BankAccount[], id: string): BankAccount {
  const account = all.find(one => one.id === id);
  if (!account) throw notFound('Bank account');
  return account;
}

function settled(all: BankAccount[], account: BankAccount, preferred: string[], at: string): Change {
  const kept = account.type === 'cash' ? { ...account, iban: null } : account;
  refuse(all, kept);
  const records = withDefaults(
    all.map(one => (one.id === kept.id ? kept : one)),
    preferred,
    at,
  );
  return { records, result: existing(records, kept.id) };
}

function refuse(all: BankAccount[], account: BankAccount): void {
  const others = all.filter(one => one.id !== account.id);
  if (account.type === 'cash' && others.some(one => one.type === 'cash'))
    throw conflict('There is a cash account already.', { reason: 'cash_account_exists' });
  const errors: FieldErrors = {};
  if (account.type === 'bank' && account.iban === null) errors['iban'] = ['is required for a bank account'];
  if (account.iban !== null && others.some(one => one.iban === account.iban)) errors['iban'] = ['has an account already'];
  for (const field of ['openingBalance', 'openingBalanceDate'] as const)
    if (account.type === 'bank' && account[field] !== null) errors[field] = ['is for a cash account only'];
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

/** Sets one default per currency: a preferred account, else the current default, else the oldest account. */
function withDefaults(all: BankAccount[], preferred: string[], at: string): BankAccount[] {
  const chosen = new Map<string, BankAccount>();
  const rank = (one: BankAccount): number => (preferred.includes(one.id) ? 2 : one.isDefault ? 1 : 0);
  for (const one of all) {
    const best = chosen.get(one.currency);
    if (!best || rank(one) > rank(best)) chosen.set(one.currency, one);
  }
  return all.map(one => {
    const isDefault = chosen.get(one.currency)?.id === one.id;
    return one.isDefault === isDefault ? one : { ...one, isDefault, updatedAt: at };
  });
}
