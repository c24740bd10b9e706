import * as z from 'zod';
import { currency, date, fitting, optionalText } from '../../kernel/fields.ts';
import { MAX_AMOUNT, shownNumberOrNull } from '../../kernel/money.ts';
import { patch } from '../../kernel/patch.ts';
import { recordShape, shownRecord } from '../../kernel/records.ts';
import type { BankAccount } from './store.ts';
import { iban } from './iban.ts';

/** What requests and answers about bank accounts look like (completions-accounts §15). */

const ACCOUNT_TYPES = ['bank', 'cash'] as const;

const fields = {
  type: z.enum(ACCOUNT_TYPES).optional(),
  iban: iban().optional(),
  bankName: optionalText(255),
  currency: currency().optional(),
  isDefault: z.boolean().optional(),
  showOnInvoice: z.boolean().optional(),
  openingBalance: fitting(2, 0, MAX_AMOUNT).nullish(),
  openingBalanceDate: date().nullish(),
};

export const newBankAccountBody = z
  .object(fields)
  .refine(body => body.type === 'cash' || body.iban != null, { path: ['iban'], error: 'is required for a bank account' })
  .refine(body => body.openingBalanceDate == null || body.openingBalance != null, {
    path: ['openingBalance'],
    error: 'is required with openingBalanceDate',
  });

export const bankAccountChangeBody = patch(fields);

export const bankAccountSchema = z.object({
  ...recordShape,
  type: z.enum(ACCOUNT_TYPES),
  iban: z.string().nullable(),
  bankName: z.string().nullable(),
  currency: z.string(),
  isDefault: z.boolean(),
  showOnInvoice: z.boolean(),
  openingBalance: z.number().nullable(),
  openingBalanceDate: z.string().nullable(),
  source: z.string(),
});

export const presentBankAccount = (account: BankAccount): z.infer<typeof bankAccountSchema> => ({
  ...shownRecord(account),
  type: account.type,
  iban: account.iban,
  bankName: account.bankName,
  currency: account.currency,
  isDefault: account.isDefault,
  showOnInvoice: account.showOnInvoice,
  openingBalance: shownNumberOrNull(account.openingBalance),
  openingBalanceDate: account.openingBalanceDate,
  source: account.source,
});
