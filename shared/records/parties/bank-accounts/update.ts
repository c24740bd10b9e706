import { instant } from '#shared/base/kernel/clock.ts';
import { changeSet, type RecordSet } from '#shared/platform/store/record-set.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { changeBankAccount, type BankAccountInput } from './rules.ts';
import { type BankAccount, bankAccountSet } from './store.ts';

/** Changes a bank account. @throws 404, 409, 422 as `changeBankAccount` */
export const updateBankAccount = (
  company: CompanyId,
  loaded: RecordSet<BankAccount>,
  id: string,
  change: BankAccountInput,
  commit: Commit<BankAccount>,
): Promise<BankAccount> =>
  changeSet(bankAccountSet, company, loaded, all => changeBankAccount(all, id, change, instant()), commit);
