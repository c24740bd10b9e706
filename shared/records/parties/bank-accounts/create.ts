import { instant } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { changeSet, type RecordSet } from '#shared/platform/store/record-set.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { addBankAccount, type BankAccountInput } from './rules.ts';
import { type BankAccount, bankAccountSet } from './store.ts';

/** Adds a bank account or the cash register. @throws 409, 422 as `addBankAccount` */
export const createBankAccount = (
  company: CompanyId,
  loaded: RecordSet<BankAccount>,
  input: BankAccountInput,
  commit: Commit<BankAccount>,
): Promise<BankAccount> =>
  changeSet(bankAccountSet, company, loaded, all => addBankAccount(all, input, newId(), instant()), commit);
