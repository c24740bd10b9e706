import { changeSet, type RecordSet } from '#shared/platform/store/record-set.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { removeBankAccount } from './rules.ts';
import { type BankAccount, bankAccountSet } from './store.ts';

/** Removes a bank account. @throws 404; 409 for the last account, and for the default while others of its currency exist */
export const deleteBankAccount = (
  company: CompanyId,
  loaded: RecordSet<BankAccount>,
  id: string,
  commit: Commit<void>,
): Promise<void> => changeSet(bankAccountSet, company, loaded, all => removeBankAccount(all, id), commit);
