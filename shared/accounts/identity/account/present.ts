import type * as z from 'zod';
import type { Profile } from './model.ts';
import type { meSchema, organizationBriefSchema } from './schema.ts';
import type { Membership, Organization } from '#shared/platform/access/model.ts';
import { parseWithoutReserved } from '#shared/base/kernel/texts.ts';
import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { PLANS } from '#shared/platform/access/plans.ts';

/** The signed-in person in responses of GET and PATCH /api/v1/me (ACC-61, ACC-62). */

export type Me = z.infer<typeof meSchema>;

const brief = ({ id, name, slug }: Organization): z.infer<typeof organizationBriefSchema> => ({ id, name, slug });

export function presentMe({ actor, organizations }: Profile): Me {
  const { account, membership } = actor;
  const organization = membership && organizations.get(membership.organizationId);
  return {
    id: account.id,
    uuid: account.id,
    email: account.email,
    firstName: account.firstName,
    lastName: account.lastName,
    fullName: [account.firstName, account.lastName].filter(Boolean).join(' ') || null,
    phone: account.phone,
    locale: account.locale,
    timezone: account.timezone,
    respectQuietHours: account.respectQuietHours,
    roles: account.roles,
    active: account.active,
    emailConfirmed: account.emailConfirmed,
    emailVerified: account.emailConfirmed,
    mfaEnabled: account.mfaEnabled,
    hasPassword: account.passwordHash !== null,
    // Older accounts may contain member names that responses must not have.
    preferences: parseWithoutReserved(account.preferences) as Record<string, unknown>,
    lastConnectedAt: presentInstantOrNull(account.lastConnectedAt),
    organization: organization ? { ...brief(organization), createdAt: presentInstant(organization.createdAt) } : null,
    memberships: actor.memberships.flatMap(one => {
      const record = organizations.get(one.organizationId);
      return record ? [presentMembership(one, record)] : [];
    }),
    currentRole: membership?.role ?? null,
    permissions: [...actor.permissions],
    subscription: organization
      ? { plan: organization.plan, status: 'active', expiresAt: null, features: PLANS[organization.plan] }
      : null,
    createdAt: presentInstant(account.createdAt),
    updatedAt: presentInstant(account.updatedAt),
  };
}

const presentMembership = (one: Membership, organization: Organization): Me['memberships'][number] => ({
  id: one.id,
  organizationId: one.organizationId,
  organizationName: organization.name,
  role: one.role,
  joinedAt: presentInstant(one.joinedAt),
  permissions: one.permissions,
  allowedCompanies: one.allowedCompanies,
  organization: brief(organization),
});
