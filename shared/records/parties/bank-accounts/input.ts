import * as z from 'zod';
import { currency, date, decimalBetween, optionalText } from '#shared/base/kernel/fields.ts';
import { MAX_AMOUNT } from '#shared/base/kernel/money.ts';
import { patch } from '#shared/base/kernel/patch.ts';
import { iban } from './iban.ts';

/** Request bodies about bank accounts (REC-63 to REC-68). */

export const ACCOUNT_TYPES = ['bank', 'cash'] as const;

const fields = {
  type: z.enum(ACCOUNT_TYPES).optional(),
  iban: iban().optional(),
  bankName: optionalText(255),
  currency: currency().optional(),
  isDefault: z.boolean().optional(),
  showOnInvoice: z.boolean().optional(),
  openingBalance: decimalBetween(2, 0, MAX_AMOUNT).nullish(),
  openingBalanceDate: date().nullish(),
};

export const newBankAccountBody = z
  .object(fields)
  .refine(body => body.type === 'cash' || body.iban != null, { path: ['iban'], error: 'is required for a bank account' })
  .refine(body => body.openingBalanceDate == null || body.openingBalance != null, {
    path: ['openingBalance'],
    error: 'is required with openingBalanceDate',
  })
  .meta({ id: 'BankAccountInput' });

export const bankAccountChangeBody = patch(fields).meta({ id: 'BankAccountChange' });
