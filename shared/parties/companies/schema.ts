import * as z from 'zod';
import { recordShape } from '../../kernel/schema.ts';
import { MODULES } from './input.ts';

/** Schema for answers about companies. */

const nullableText = z.string().nullable();

export const companySchema = z.object({
  ...recordShape,
  name: z.string(),
  cif: z.string(),
  registrationNumber: nullableText,
  vatPayer: z.boolean(),
  vatCode: nullableText,
  address: nullableText,
  city: nullableText,
  state: nullableText,
  country: z.string(),
  sector: nullableText,
  phone: nullableText,
  email: nullableText,
  website: nullableText,
  capitalSocial: nullableText,
  vatOnCollection: z.boolean(),
  oss: z.boolean(),
  taxExemptionReason: nullableText,
  taxExemptionReasonCode: nullableText,
  bankName: nullableText,
  bankAccount: nullableText,
  bankBic: nullableText,
  defaultCurrency: z.string(),
  logoPath: nullableText,
  syncEnabled: z.boolean(),
  lastSyncedAt: nullableText,
  syncDaysBack: z.number(),
  efacturaDelayHours: z.number().nullable(),
  emailCc: nullableText,
  emailBcc: nullableText,
  archiveEnabled: z.boolean(),
  archiveRetentionYears: z.number().nullable(),
  enabledModules: z.array(z.enum(MODULES)).nullable(),
  isReadOnly: z.boolean(),
  tokenStatus: z.object({ hasToken: z.boolean(), isValid: z.boolean(), expiresAt: nullableText }),
  paymentProcessor: z.null(),
  organizationId: z.string(),
  plan: z.string(),
});
