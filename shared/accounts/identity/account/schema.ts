import * as z from 'zod';
import { instant, uuid } from '#shared/base/kernel/schema.ts';
import { LANGUAGES } from '#shared/model/document.ts';
import { ROLES } from '#shared/platform/access/permissions.ts';
import { PLAN_KEYS } from '#shared/platform/access/model.ts';
import { featuresSchema } from '#shared/platform/access/schema.ts';

/** Schemas of responses with the signed-in person. */

export const organizationBriefSchema = z
  .object({ id: uuid(), name: z.string(), slug: z.string() })
  .meta({ id: 'OrganizationBrief' });

export const meSchema = z
  .object({
    id: uuid(),
    uuid: uuid(),
    email: z.email(),
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
    lastConnectedAt: instant().nullable(),
    organization: organizationBriefSchema.extend({ createdAt: instant() }).nullable(),
    memberships: z.array(
      z.object({
        id: uuid(),
        organizationId: uuid(),
        organizationName: z.string(),
        role: z.enum(ROLES),
        joinedAt: instant(),
        permissions: z.array(z.string()),
        allowedCompanies: z.array(uuid()),
        organization: organizationBriefSchema,
      }),
    ),
    currentRole: z.enum(ROLES).nullable(),
    permissions: z.array(z.string()),
    subscription: z
      .object({
        plan: z.enum(PLAN_KEYS),
        status: z.enum(['active', 'trialing', 'past_due', 'canceled']),
        expiresAt: instant().nullable(),
        features: featuresSchema,
      })
      .nullable(),
    createdAt: instant(),
    updatedAt: instant(),
  })
  .meta({ id: 'Me' });
