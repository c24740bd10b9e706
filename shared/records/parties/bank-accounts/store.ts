import { type RecordSet, readSet, type SetArea } from '#shared/platform/store/record-set.ts';
import { type CompanyId, companyKey, type Item, type Key } from '#shared/platform/store/table.ts';
import { create, put, remove } from '#shared/platform/store/transact.ts';

/** A bank account or the cash register of a company (REC-63 to REC-68). Item `C#<company>` / `BANK#<id>`. */
export interface BankAccount {
  id: string;
  type: 'bank' | 'cash';
  /** Electronic form: upper-case, no spaces. Null for cash. */
  iban: string | null;
  bankName: string | null;
  currency: string;
  /** Whether it is the default of its currency. */
  isDefault: boolean;
  showOnInvoice: boolean;
  /** Amount with two decimals; only for the cash register, as is `openingBalanceDate`. */
  openingBalance: string | null;
  openingBalanceDate: string | null;
  source: 'manual' | 'taxauth' | 'import';
  createdAt: string;
  updatedAt: string;
}

export const BANK_PREFIX = 'BANK#';

export const bankAccountKey = (company: CompanyId, id: string): Key => companyKey(company, `${BANK_PREFIX}${id}`);

export const bankAccountItem = (company: CompanyId, account: BankAccount): Item & Record<string, unknown> => ({
  ...bankAccountKey(company, account.id),
  kind: 'bank-account',
  data: account,
});

/** All accounts, oldest first, with the version of the set (store/record-set.ts). */
export const readBankAccountSet = (company: CompanyId): Promise<RecordSet<BankAccount>> =>
  readSet<BankAccount>(company, BANK_PREFIX);

/** All accounts of a company, default ones first, then oldest. One query. */
export const readBankAccounts = async (company: CompanyId): Promise<BankAccount[]> =>
  (await readBankAccountSet(company)).records.sort((a, b) => Number(b.isDefault) - Number(a.isDefault));

/**
 * The account to print on documents in a currency: the default one, or the oldest other one if the default has no IBAN or is hidden
 * (`showOnInvoice`). Undefined: print `bankAccount` of the company.
 */
export function accountOnDocuments(accounts: BankAccount[], currency: string): BankAccount | undefined {
  const printed = accounts.filter(one => one.currency === currency && one.iban !== null && one.showOnInvoice);
  return printed.find(one => one.isDefault) ?? printed.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))[0];
}

/** How accounts are stored as a record set (store/record-set.ts). */
export const bankAccountSet: SetArea<BankAccount> = {
  prefix: BANK_PREFIX,
  read: readBankAccountSet,
  write: (company, before, after) => {
    if (!after) return remove(bankAccountKey(company, before?.id ?? ''));
    return before ? put(bankAccountItem(company, after)) : create(bankAccountItem(company, after));
  },
};
