import * as z from 'zod';
import { instant, uuid } from '#shared/base/kernel/schema.ts';
import { ROLES } from './permissions.ts';
import { PLAN_KEYS } from './model.ts';

/** What answers show of organizations and their plans. */

/** An organization as GET /api/v1/organizations lists it. */
export const organizationSchema = z
  .object({
    id: uuid(),
    name: z.string(),
    slug: z.string(),
    role: z.enum(ROLES),
    plan: z.enum(PLAN_KEYS),
    createdAt: instant(),
  })
  .meta({ id: 'Organization' });

const limit = z.number().nullable();

/** What each plan allows (ORG-33). null: no limit. */
export const featuresSchema = z
  .object({
    maxCompanies: limit,
    maxUsersPerOrg: limit,
    maxInvoicesPerMonth: limit,
    syncIntervalSeconds: z.number(),
    pdfGeneration: z.boolean(),
    emailSending: z.boolean(),
    emailTemplates: z.boolean(),
    reports: z.boolean(),
    exchangeRates: z.boolean(),
    apiAccess: z.boolean(),
    signatureVerification: z.boolean(),
    paymentLinks: z.boolean(),
    mobileApp: z.boolean(),
    importExport: z.boolean(),
    recurringInvoices: z.boolean(),
    backupRestore: z.boolean(),
    bankStatements: z.boolean(),
    webhooks: z.boolean(),
    realtimeNotifications: z.boolean(),
    whiteLabel: z.boolean(),
    selfHostingLicense: z.boolean(),
    prioritySupport: z.boolean(),
    attachmentMaxFileBytes: z.number(),
    attachmentsPerInvoice: z.number(),
    attachmentStorageBytes: z.number(),
  })
  .meta({ id: 'PlanFeatures' });

/** Plans with their prices, in the smallest unit of the currency (ORG-35). */
export const priceListSchema = z
  .object({
    plans: z.array(
      z.object({
        key: z.enum(PLAN_KEYS),
        name: z.string(),
        monthlyPrice: z.int(),
        yearlyPrice: z.int(),
        currency: z.literal('RON'),
        features: featuresSchema,
        /** The next lower plan, all of which this one includes. */
        includesPlan: z.enum(PLAN_KEYS).nullable(),
        /** Of a plan that can be tried. */
        trialDays: z.int().optional(),
      }),
    ),
  })
  .meta({ id: 'PriceList' });
