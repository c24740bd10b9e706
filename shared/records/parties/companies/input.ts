import * as z from 'zod';
import { badRequest } from '#shared/base/kernel/errors.ts';
import {
  country,
  currency,
  date,
  decimalBetween,
  documented,
  email,
  id,
  MAX_ENTRIES,
  optionalText,
  text,
  TOO_MANY_ENTRIES,
} from '#shared/base/kernel/fields.ts';
import { MOST_COPIES, standingCopies } from '#shared/output/mail/copies.ts';
import { RETENTION_BY_LAW } from '#shared/output/files/retention.ts';
import { ACCOUNT, ACCOUNT_USES, LINE_KINDS, MOST_RULES } from '#shared/model/accounting/accounts.ts';
import type { RetentionSettings } from '#shared/model/company.ts';
import { PAYMENT_METHODS } from '#shared/model/payment.ts';
import { MOST_PERIODS } from '#shared/model/vat/status.ts';
import { MAIL_TRACKING } from '#shared/output/mail/tracking/choice.ts';
import { bic, iban } from '../bank-accounts/iban.ts';
import { cif } from './cif.ts';

/** Request bodies about companies (COM-4 to COM-18). */

export const MODULES = [
  'delivery_notes',
  'receipts',
  'proforma_invoices',
  'recurring_invoices',
  'reports',
  'efactura',
  'taxauth_messages',
] as const;

const enabledModules = z
  .array(z.enum(MODULES))
  .max(MAX_ENTRIES, TOO_MANY_ENTRIES)
  .transform(modules => [...new Set(modules)])
  .transform(modules => (modules.length === MODULES.length ? null : modules))
  .nullish();

const optionalEmail = () =>
  documented(
    z
      .string()
      .trim()
      .transform(value => value || null)
      .pipe(email().nullable()),
    { type: ['string', 'null'], format: 'email', maxLength: 180 },
  ).nullish();

const months = () => z.int().min(1).max(120).nullish();

/** A field that is left out is kept, as null: a request states all that is removed. */
const retention = () =>
  z
    .object({
      draftMonths: months(),
      documentYears: z
        .int()
        .min(RETENTION_BY_LAW, `must be at least ${RETENTION_BY_LAW}: the law has documents kept for that long`)
        .max(50)
        .nullish(),
      clientMonths: months(),
    })
    .meta({ id: 'RetentionInput' })
    .transform(({ draftMonths = null, documentYears = null, clientMonths = null }): RetentionSettings => ({
      draftMonths,
      documentYears,
      clientMonths,
    }))
    .nullish();

/** Periods of the VAT status, in order and apart; none: the flags hold for all days. */
const vatStatus = () =>
  z
    .array(
      z
        .object({ from: date(), to: date().nullish(), registered: z.boolean(), onCollection: z.boolean().default(false) })
        .meta({ id: 'VatPeriodInput' }),
    )
    .max(MOST_PERIODS, `must have at most ${MOST_PERIODS} periods`)
    .transform(periods => (periods.length === 0 ? null : periods))
    .nullish();

/** The accounts of hand-over files: rules in order, of which the first that holds counts; none: the general chart. */
const accountMapping = () =>
  z
    .array(
      z
        .object({
          use: z.enum(ACCOUNT_USES, `must be one of ${ACCOUNT_USES.join(', ')}`),
          account: z.string().regex(ACCOUNT, 'must be an account such as 707, or an analytic one such as 4111.00012'),
          kind: z.enum(LINE_KINDS, 'must be goods or service').optional(),
          vatRate: decimalBetween(2, 0, 100).optional(),
          partnerId: id().optional(),
          productId: id().optional(),
          method: z.enum(PAYMENT_METHODS, `must be one of ${PAYMENT_METHODS.join(', ')}`).optional(),
          currency: currency().optional(),
        })
        .meta({ id: 'AccountRuleInput' }),
    )
    .max(MOST_RULES, `must have at most ${MOST_RULES} rules`)
    .transform(rules => (rules.length === 0 ? null : rules))
    .nullish();

/** The fields that PATCH can change. */
const fields = {
  name: text(255).optional(),
  registrationNumber: optionalText(50),
  vatPayer: z.boolean().optional(),
  vatCode: optionalText(20),
  address: optionalText(255),
  city: optionalText(255),
  state: optionalText(255),
  country: country().optional(),
  vatOnCollection: z.boolean().optional(),
  vatStatus: vatStatus(),
  accountMapping: accountMapping(),
  oss: z.boolean().optional(),
  taxExemptionReason: optionalText(100),
  taxExemptionReasonCode: optionalText(40),
  phone: optionalText(20),
  email: optionalEmail(),
  website: optionalText(255),
  capitalSocial: optionalText(50),
  bankName: optionalText(255),
  bankAccount: iban().optional(),
  bankBic: bic().optional(),
  defaultCurrency: currency().optional(),
  syncDaysBack: z.int().min(1).max(365).optional(),
  efacturaDelayHours: z.int().min(0).max(72).nullish(),
  emailCc: standingCopies(),
  emailBcc: standingCopies(),
  mailTracking: z.enum(MAIL_TRACKING, 'must be off, companies, all or null').nullish(),
  archiveEnabled: z.boolean().optional(),
  archiveRetentionYears: z.int().min(1).max(50).nullish(),
  retention: retention(),
  enabledModules,
};

export const companyChangeBody = z.object(fields).meta({ id: 'CompanyChange' });
export type CompanyChange = z.infer<typeof companyChangeBody>;

export const newCompanyBody = z
  .object({
    cif: cif(),
    ...fields,
    sandbox: z
      .boolean()
      .optional()
      .describe(
        'True: a company for trying things out. Its documents go to a simulator of the tax authority, its mails to members only. It cannot become a real one.',
      ),
  })
  .meta({ id: 'CompanyInput' });
export type CompanyInput = z.infer<typeof newCompanyBody>;

/** Whether a body adds addresses that get a copy of every mail. */
export const setsStandingCopies = ({ emailCc, emailBcc }: Pick<CompanyChange, 'emailCc' | 'emailBcc'>): boolean =>
  Boolean(emailCc) || Boolean(emailBcc);

/** The error when `emailCc` and `emailBcc` are each within their limit but have too many addresses together. */
export const tooManyCopies = () =>
  badRequest('Invalid or missing: emailCc.', { emailCc: [`must have at most ${MOST_COPIES} addresses together with emailBcc`] });
