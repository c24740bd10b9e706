import type * as z from 'zod';
import { presentNumberOrNull } from '#shared/base/kernel/money.ts';
import { presentRecord } from '#shared/base/kernel/records.ts';
import type { BankAccount } from './store.ts';
import type { bankAccountSchema } from './schema.ts';

export const presentBankAccount = (account: BankAccount): z.infer<typeof bankAccountSchema> => ({
  ...presentRecord(account),
  type: account.type,
  iban: account.iban,
  bankName: account.bankName,
  currency: account.currency,
  isDefault: account.isDefault,
  showOnInvoice: account.showOnInvoice,
  openingBalance: presentNumberOrNull(account.openingBalance),
  openingBalanceDate: account.openingBalanceDate,
  source: account.source,
});
