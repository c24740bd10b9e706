import type { Member } from './model.ts';
import type { MemberChange } from './input.ts';
import type { Actor, Membership } from '#shared/platform/access/model.ts';
import { type FieldErrors, forbidden, invalidFields, type Problem } from '#shared/base/kernel/errors.ts';
import {
  covers,
  effectivePermissions,
  isPermission,
  type Reach,
  reachesAllCompanies,
  reachOf,
} from '#shared/platform/access/permissions.ts';
import type { Company } from '#shared/model/company.ts';
import { companyViolations } from '#shared/platform/access/memberships.ts';

type Caller = Pick<Actor, 'userId' | 'membership' | 'permissions'>;

const isOwner = ({ membership }: Pick<Actor, 'membership'>): boolean => membership?.role === 'owner';

/** @throws 403 for a member whom the caller may not change at all */
export function requireManageable(caller: Caller, { membership, account }: Member): void {
  if (account && account.roles.length > 0)
    throw forbidden('platform_administrator', 'A platform administrator is managed by the platform.');
  if (membership.role === 'owner' && !isOwner(caller)) throw forbidden('owner', 'Only an owner may change an owner.');
}

/**
 * A change that activates a membership gives all its permissions. Any other change gives those that it adds, also to an inactive
 * membership: the one who activates it later may not notice what was added.
 */
const isSwitchedOn = (before: Membership, after: Membership): boolean => after.isActive && !before.isActive;

/** The permissions that a change gives. */
function permissionsGiven(before: Membership, after: Membership): readonly string[] {
  const held = effectivePermissions(before.role, before.permissions, null);
  const wanted = effectivePermissions(after.role, after.permissions, null);
  return isSwitchedOn(before, after) ? wanted : wanted.filter(name => !held.includes(name));
}

/**
 * The membership after a change.
 *
 * @param companies the companies of the change that exist
 * @throws 403, 422 as in the table of ORG-8, ORG-9; the caller checks limits that need the organization's counts
 */
export function changedMembership(
  caller: Caller,
  member: Member,
  change: MemberChange,
  { companies, at }: { companies: readonly Company[]; at: string },
): Membership {
  const before = member.membership;
  requireManageable(caller, member);
  if (change.role === 'owner' && before.role !== 'owner' && !isOwner(caller))
    throw forbidden('owner', 'Only an owner may make an owner.');
  const after: Membership = {
    ...before,
    role: change.role ?? before.role,
    isActive: change.isActive ?? before.isActive,
    allowedCompanies: change.allowedCompanies ?? before.allowedCompanies,
    permissions: change.permissions === undefined ? before.permissions : (change.permissions ?? []),
    updatedAt: at,
  };
  const lacking = permissionsGiven(before, after).find(name => !caller.permissions.has(name as never));
  if (lacking !== undefined) throw lacks(lacking);
  requireReach(caller, before, after, change.allowedCompanies ?? []);
  const violations = {
    ...permissionViolations(change.permissions ?? []),
    ...companyViolations(caller, change.allowedCompanies ?? [], companies, before.allowedCompanies),
    ...ownViolations(caller, before, after),
    ...reachViolations(change, before, after),
  };
  if (Object.keys(violations).length > 0) throw invalidFields(violations);
  return after;
}

/** 403: nobody can give permissions that they do not have. */
export const lacks = (permission: string): Problem =>
  forbidden('permission', `You do not hold ${permission} yourself.`, { permission });

/** 403: nobody can give a role with access to companies that they cannot access themselves. */
export const outOfReach = (): Problem =>
  forbidden('company_access', 'You cannot give access to companies that you do not reach yourself.');

/**
 * Checks the companies that a change adds: by a higher role, a longer list, or by activating a membership.
 *
 * @param named companies in the change itself: `companyViolations` reports invalid ones as field errors (422)
 * @throws 403
 */
function requireReach({ membership }: Caller, before: Membership, after: Membership, named: readonly string[]): void {
  const wanted = reachOf(after.role, after.allowedCompanies);
  const held: Reach = isSwitchedOn(before, after) ? [] : reachOf(before.role, before.allowedCompanies);
  const own = membership ? reachOf(membership.role, membership.allowedCompanies) : [];
  const added = named.filter(id => !before.allowedCompanies.includes(id));
  const gained = wanted === 'all' || held === 'all' ? wanted : wanted.filter(id => !held.includes(id) && !added.includes(id));
  if (held !== 'all' && !covers(own, gained)) throw outOfReach();
}

const permissionViolations = (names: readonly string[]): FieldErrors =>
  Object.fromEntries(
    names.flatMap((name, place) =>
      isPermission(name) ? [] : [[`permissions.${place}`, [`${JSON.stringify(name)} is no permission`]]],
    ),
  );

function ownViolations({ userId }: Caller, before: Membership, after: Membership): FieldErrors {
  if (before.userId !== userId) return {};
  return {
    ...(after.role !== before.role && { role: ['your own role is changed by somebody else'] }),
    ...(!after.isActive && { isActive: ['you cannot deactivate yourself'] }),
  };
}

/** An empty list of companies can neither be set, nor result from a lower role. */
function reachViolations(change: MemberChange, before: Membership, after: Membership): FieldErrors {
  const narrowed = reachesAllCompanies(before.role) && !reachesAllCompanies(after.role);
  if (!after.isActive || reachesAllCompanies(after.role) || after.allowedCompanies.length > 0) return {};
  return change.allowedCompanies || narrowed ? { allowedCompanies: [`must name at least one company for an ${after.role}`] } : {};
}

/** Whether a change removes an active owner. */
export const losesOwner = (before: Membership, after: Membership): boolean => isActiveOwner(before) && !isActiveOwner(after);

const isActiveOwner = ({ isActive, role }: Membership): boolean => isActive && role === 'owner';

const asNumber = (value: boolean): number => (value ? 1 : 0);

/** The difference that a change makes to the organization's counts. */
export const peopleMoved = (before: Membership, after: Membership): { active: number; owners: number } => ({
  active: asNumber(after.isActive) - asNumber(before.isActive),
  owners: asNumber(isActiveOwner(after)) - asNumber(isActiveOwner(before)),
});
