import type { Actor, Membership } from '../../access/model.ts';
import { effectivePermissions, type Permission, reachesAllCompanies } from '../../access/permissions.ts';
import { forbidden, found } from '../../kernel/errors.ts';
import type { Company } from '../../model/company.ts';

/** A company that a body names, outside of admission: the caller's membership in its organization, if they reach it. */
export function membershipFor(actor: Actor, company: Company | undefined): Membership | undefined {
  return actor.memberships.find(one => reaches(one, company));
}

const reaches = ({ organizationId, role, allowedCompanies }: Membership, company: Company | undefined): boolean =>
  company?.organizationId === organizationId &&
  company.deletedAt === null &&
  (reachesAllCompanies(role) || allowedCompanies.includes(company.id));

/**
 * The membership by which a token is saved: in the organization of the company it shall connect, else in the current one.
 *
 * @throws 403 for a company out of reach, or one in whose organization the caller may not submit; 404 without any organization
 */
export function membershipToConnect(
  actor: Actor,
  companyId: string | null | undefined,
  company: Company | undefined,
): Membership {
  if (!companyId) return found(actor.membership ?? undefined, 'Organization');
  const membership = membershipFor(actor, company);
  if (!membership) throw forbidden('company_access', 'No access to this company.');
  const held = effectivePermissions(membership.role, membership.permissions, actor.apiToken?.scopes ?? null);
  if (!held.includes(NEEDED)) throw forbidden('permission', `Permission ${NEEDED} is needed.`, { permission: NEEDED });
  return membership;
}

/** Whether a member, as they are now, may finish what they began when `membershipToConnect` let them. */
export const mayConnect = (membership: Membership, companyId: string | null, company: Company | undefined): boolean =>
  membership.isActive &&
  effectivePermissions(membership.role, membership.permissions, null).includes(NEEDED) &&
  (companyId === null || reaches(membership, company));

const NEEDED = 'efactura.submit' satisfies Permission;
