import * as z from 'zod';
import { LANGUAGES } from '../../model/document.ts';
import { ROLES } from '../../access/permissions.ts';
import { PLAN_KEYS } from '../../access/model.ts';
import { featuresSchema } from '../../access/schema.ts';

/** Schemas of responses with the signed-in person. */

export const organizationBriefSchema = z.object({ id: z.string(), name: z.string(), slug: z.string() });

export const meSchema = z.object({
  id: z.string(),
  uuid: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  fullName: z.string().nullable(),
  phone: z.string().nullable(),
  locale: z.enum(LANGUAGES),
  timezone: z.string(),
  respectQuietHours: z.boolean(),
  roles: z.array(z.string()),
  active: z.boolean(),
  emailConfirmed: z.boolean(),
  emailVerified: z.boolean(),
  mfaEnabled: z.boolean(),
  hasPassword: z.boolean(),
  preferences: z.record(z.string(), z.unknown()),
  lastConnectedAt: z.string().nullable(),
  organization: organizationBriefSchema.extend({ createdAt: z.string() }).nullable(),
  memberships: z.array(
    z.object({
      id: z.string(),
      organizationId: z.string(),
      organizationName: z.string(),
      role: z.enum(ROLES),
      joinedAt: z.string(),
      permissions: z.array(z.string()),
      allowedCompanies: z.array(z.string()),
      organization: organizationBriefSchema,
    }),
  ),
  currentRole: z.enum(ROLES).nullable(),
  permissions: z.array(z.string()),
  subscription: z
    .object({
      plan: z.enum(PLAN_KEYS),
      status: z.enum(['active', 'trialing', 'past_due', 'canceled']),
      expiresAt: z.string().nullable(),
      features: featuresSchema,
    })
    .nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
