import { instant } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { changeSet, type RecordSet, type SetArea } from '../../store/record-set.ts';
import type { CompanyId } from '../../store/table.ts';
import { type Commit, create, put, remove } from '../../store/transact.ts';
import { addBankAccount, type BankAccountInput, changeBankAccount, removeBankAccount } from './rules.ts';
import { BANK_PREFIX, type BankAccount, bankAccountItem, bankAccountKey, readBankAccountSet } from './store.ts';

const area: SetArea<BankAccount> = {
  prefix: BANK_PREFIX,
  read: readBankAccountSet,
  write: (company, before, after) => {
    if (!after) return remove(bankAccountKey(company, before?.id ?? ''));
    return before ? put(bankAccountItem(company, after)) : create(bankAccountItem(company, after));
  },
};

type Loaded = RecordSet<BankAccount>;

export const createBankAccount = (
  company: CompanyId,
  loaded: Loaded,
  input: BankAccountInput,
  commit: Commit<BankAccount>,
): Promise<BankAccount> => changeSet(area, company, loaded, all => addBankAccount(all, input, newId(), instant()), commit);

export const updateBankAccount = (
  company: CompanyId,
  loaded: Loaded,
  id: string,
  change: BankAccountInput,
  commit: Commit<BankAccount>,
): Promise<BankAccount> => changeSet(area, company, loaded, all => changeBankAccount(all, id, change, instant()), commit);

export const deleteBankAccount = (company: CompanyId, loaded: Loaded, id: string, commit: Commit<void>): Promise<void> =>
  changeSet(area, company, loaded, all => removeBankAccount(all, id), commit);
