import * as z from 'zod';
import { recordShape } from '../../kernel/schema.ts';
import { MODULES } from './input.ts';

/** Schema for answers about companies. */

const word = z.string().nullable();

export const companySchema = z.object({
  ...recordShape,
  name: z.string(),
  cif: z.string(),
  registrationNumber: word,
  vatPayer: z.boolean(),
  vatCode: word,
  address: word,
  city: word,
  state: word,
  country: z.string(),
  sector: word,
  phone: word,
  email: word,
  website: word,
  capitalSocial: word,
  vatOnCollection: z.boolean(),
  oss: z.boolean(),
  taxExemptionReason: word,
  taxExemptionReasonCode: word,
  bankName: word,
  bankAccount: word,
  bankBic: word,
  defaultCurrency: z.string(),
  logoPath: word,
  syncEnabled: z.boolean(),
  lastSyncedAt: word,
  syncDaysBack: z.number(),
  efacturaDelayHours: z.number().nullable(),
  emailCc: word,
  emailBcc: word,
  archiveEnabled: z.boolean(),
  archiveRetentionYears: z.number().nullable(),
  enabledModules: z.array(z.enum(MODULES)).nullable(),
  isReadOnly: z.boolean(),
  tokenStatus: z.object({ hasToken: z.boolean(), isValid: z.boolean(), expiresAt: word }),
  paymentProcessor: z.null(),
  organizationId: z.string(),
  plan: z.string(),
});
