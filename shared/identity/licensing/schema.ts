import * as z from 'zod';
import { PLAN_KEYS } from '../../access/model.ts';
import { featuresSchema } from '../../access/schema.ts';

/** Schemas of responses with licences of self-hosted instances. */

export const newLicenseKeySchema = z.object({
  id: z.string(),
  licenseKey: z.string(),
  instanceName: z.string().nullable(),
  active: z.boolean(),
  createdAt: z.string(),
});

export const licenseKeySchema = newLicenseKeySchema.extend({
  instanceUrl: z.string().nullable(),
  lastValidatedAt: z.string().nullable(),
  activatedAt: z.string().nullable(),
});

export const licenseSchema = z.object({
  valid: z.literal(true),
  plan: z.enum(PLAN_KEYS),
  features: featuresSchema,
  organizationName: z.string(),
  currentPeriodEnd: z.string().nullable(),
  trialEndsAt: z.string().nullable(),
  violations: z.array(z.string()),
  billingUrl: z.string(),
});

/** The error response of a validation: the error envelope with `valid`. */
export const licenseRefusalSchema = z.object({
  error: z.object({ code: z.string(), message: z.string(), details: z.object({ reason: z.string() }).optional() }),
  valid: z.literal(false),
});
