import type { Actor, Membership } from '../identity/model.ts';
import { effectivePermissions, type Permission, reachesAllCompanies } from '../identity/permissions.ts';
import { forbidden, found } from '../kernel/errors.ts';
import type { Company } from '../parties/company.ts';

/** A company that a body names, outside of admission: the caller's membership in its organization, if they reach it. */
export function membershipFor(actor: Actor, company: Company | undefined): Membership | undefined {
  if (!company || company.deletedAt !== null) return undefined;
  const membership = actor.memberships.find(one => one.organizationId === company.organizationId);
  return membership && (reachesAllCompanies(membership.role) || membership.allowedCompanies.includes(company.id))
    ? membership
    : undefined;
}

/**
 * The organization in which a token is saved: that of the company it shall connect, else the current one.
 *
 * @throws 403 for a company out of reach, or one in whose organization the caller may not submit; 404 without any organization
 */
export function organizationToConnect(actor: Actor, companyId: string | null | undefined, company: Company | undefined): string {
  if (!companyId) return found(actor.membership ?? undefined, 'Organization').organizationId;
  const membership = membershipFor(actor, company);
  if (!membership) throw forbidden('company_access', 'No access to this company.');
  const held = effectivePermissions(membership.role, membership.permissions, actor.apiToken?.scopes ?? null);
  if (!held.includes(NEEDED)) throw forbidden('permission', `Permission ${NEEDED} is needed.`, { permission: NEEDED });
  return membership.organizationId;
}

const NEEDED = 'efactura.submit' satisfies Permission;
