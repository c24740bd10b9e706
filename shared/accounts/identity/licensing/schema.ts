import * as z from 'zod';
import { instant, uuid } from '#shared/base/kernel/schema.ts';
import { PLAN_KEYS } from '#shared/platform/access/model.ts';
import { featuresSchema } from '#shared/platform/access/schema.ts';

/** Schemas of responses with licences of self-hosted instances. */

export const newLicenseKeySchema = z
  .object({
    id: uuid(),
    licenseKey: z.string(),
    instanceName: z.string().nullable(),
    active: z.boolean(),
    createdAt: instant(),
  })
  .meta({ id: 'CreatedLicenseKey' });

export const licenseKeySchema = z
  .object({
    id: uuid(),
    licenseKey: z.string(),
    instanceName: z.string().nullable(),
    instanceUrl: z.string().nullable(),
    active: z.boolean(),
    lastValidatedAt: instant().nullable(),
    activatedAt: instant().nullable(),
    createdAt: instant(),
  })
  .meta({ id: 'LicenseKey' });

export const licenseSchema = z
  .object({
    valid: z.literal(true),
    plan: z.enum(PLAN_KEYS),
    features: featuresSchema,
    organizationName: z.string(),
    currentPeriodEnd: z.string().nullable(),
    trialEndsAt: instant().nullable(),
    violations: z.array(z.string()),
    billingUrl: z.url(),
  })
  .meta({ id: 'License' });

/** The error response of a validation: the error envelope with `valid`. */
export const licenseRefusalSchema = z
  .object({
    error: z.object({ code: z.string(), message: z.string(), details: z.object({ reason: z.string() }).optional() }),
    valid: z.literal(false),
  })
  .meta({ id: 'LicenseRefusal' });
