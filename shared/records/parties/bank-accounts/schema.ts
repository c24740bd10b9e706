import * as z from 'zod';
import { day, recordShape } from '#shared/base/kernel/schema.ts';
import { ACCOUNT_TYPES } from './input.ts';

/** Schema for answers about bank accounts (REC-63 to REC-68). */

export const bankAccountSchema = z
  .object({
    ...recordShape,
    type: z.enum(ACCOUNT_TYPES),
    iban: z.string().nullable(),
    bankName: z.string().nullable(),
    currency: z.string(),
    isDefault: z.boolean(),
    showOnInvoice: z.boolean(),
    openingBalance: z.number().nullable(),
    openingBalanceDate: day().nullable(),
    source: z.enum(['manual', 'taxauth', 'import']),
  })
  .meta({ id: 'BankAccount' });
