import * as z from 'zod';
import { MAIL_TRACKING } from '#shared/output/mail/tracking/choice.ts';
import { PLAN_KEYS } from '#shared/platform/access/model.ts';
import { documented } from '#shared/base/kernel/fields.ts';
import { day, instant, recordShape, uuid } from '#shared/base/kernel/schema.ts';
import { ACCOUNT_USES, LINE_KINDS } from '#shared/model/accounting/accounts.ts';
import { PAYMENT_METHODS } from '#shared/model/payment.ts';
import { MODULES } from './input.ts';

/** Response schema of a company. */

const nullableText = z.string().nullable();

export const companySchema = z
  .object({
    ...recordShape,
    name: z.string(),
    cif: z.string().describe('The tax identification number, digits only.'),
    registrationNumber: nullableText,
    vatPayer: z.boolean(),
    vatCode: nullableText,
    address: nullableText,
    city: nullableText,
    state: nullableText.describe('The county.'),
    country: z.string(),
    sector: nullableText.describe('The sector of Bucharest.'),
    phone: nullableText,
    email: z.email().nullable(),
    website: nullableText,
    capitalSocial: nullableText.describe('The share capital.'),
    vatOnCollection: z.boolean(),
    vatStatus: z
      .array(z.object({ from: day().nullable(), to: day().nullable(), registered: z.boolean(), onCollection: z.boolean() }))
      .describe('By day; outside of all periods the company is not registered. One without dates: the flags hold for all days.'),
    oss: z.boolean(),
    taxExemptionReason: nullableText,
    taxExemptionReasonCode: nullableText,
    bankName: nullableText,
    bankAccount: nullableText,
    bankBic: nullableText,
    defaultCurrency: z.string(),
    logoPath: nullableText,
    syncEnabled: z.boolean(),
    lastSyncedAt: instant().nullable(),
    syncDaysBack: z
      .number()
      .describe('Days that the first synchronization goes back; of more than 60 it uses 60, the limit of the tax authority.'),
    efacturaDelayHours: z
      .number()
      .nullable()
      .describe('Hours from the issue of a document to its automatic submission; null: it is not submitted automatically.'),
    emailCc: nullableText,
    emailBcc: nullableText,
    mailTracking: z.enum(MAIL_TRACKING).nullable().describe('Which mails with documents are tracked; null: not chosen.'),
    archiveEnabled: z.boolean(),
    archiveRetentionYears: z.number().nullable(),
    retention: z
      .object({ draftMonths: z.number().nullable(), documentYears: z.number().nullable(), clientMonths: z.number().nullable() })
      .meta({ id: 'Retention' })
      .describe('When records are past their time, and can be removed; null: never.'),
    accountMapping: z
      .array(
        z
          .object({
            use: z.enum(ACCOUNT_USES),
            account: z.string(),
            kind: z.enum(LINE_KINDS).optional(),
            vatRate: z.number().optional(),
            partnerId: uuid().optional(),
            productId: uuid().optional(),
            method: z.enum(PAYMENT_METHODS).optional(),
            currency: z.string().optional(),
          })
          .meta({ id: 'AccountRule' }),
      )
      .describe('Accounts of hand-over files, in order; where no rule holds, those of the general chart.'),
    closedUntil: z.string().nullable().describe('The last day of the closed period; null: nothing is closed.'),
    enabledModules: z.array(z.enum(MODULES)).nullable().describe('Null: all modules.'),
    isReadOnly: z.boolean().describe('The plan allows fewer companies than the organization has: this one cannot be changed.'),
    sandbox: z.boolean().describe('A company for trying things out: nothing of it reaches the tax authority.'),
    tokenStatus: z
      .object({ hasToken: z.boolean(), isValid: z.boolean(), expiresAt: instant().nullable() })
      .describe('The access token for the tax authority.'),
    /** Generators do not know fields of type null alone. */
    paymentProcessor: documented(z.null(), { type: ['string', 'null'], const: null }).describe(
      'Always null: no payment processor can be connected.',
    ),
    organizationId: uuid(),
    plan: z.enum(PLAN_KEYS).describe('The effective plan of the organization.'),
  })
  .meta({ id: 'Company' });
