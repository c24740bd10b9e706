import { lacks, outOfReach } from './member-rules.ts';
import type { Actor, Invitation, Membership, Standing } from '../../access/model.ts';
import { covers, effectivePermissions, reachesAllCompanies, reachOf, ROLE_PERMISSIONS } from '../../access/permissions.ts';

/** Who may invite whom to what (completions-accounts §6). Pure: everything is given. */

/**
 * A role may be given only by who holds all that it holds and reaches all that it reaches; the lowest one by everybody who manages
 * members. Wrong companies of an invitation are reported field by field, by `companyFaults`.
 *
 * @throws 403
 */
export function requireGrantable(
  { permissions, membership }: Pick<Actor, 'permissions' | 'membership'>,
  role: Invitation['role'],
): void {
  if (role === 'employee') return;
  const lacking = ROLE_PERMISSIONS[role].find(name => !permissions.has(name));
  if (lacking !== undefined) throw lacks(lacking);
  if (reachesAllCompanies(role) && !reachesAllCompanies(membership?.role ?? 'employee')) throw outOfReach();
}

export const standingOf = ({ userId, role, permissions, allowedCompanies }: Membership): Standing => ({
  ...{ userId, role, permissions, allowedCompanies },
});

/** Whether somebody who stands so may give what an invitation gives. */
export function mayInvite(
  { role, permissions, allowedCompanies }: Omit<Standing, 'userId'>,
  invitation: Pick<Invitation, 'role' | 'allowedCompanies'>,
): boolean {
  const held = new Set<string>(effectivePermissions(role, permissions, null));
  const given = invitation.role === 'employee' ? [] : ROLE_PERMISSIONS[invitation.role];
  return (
    held.has('org.manage_members') &&
    given.every(name => held.has(name)) &&
    covers(reachOf(role, allowedCompanies), reachOf(invitation.role, invitation.allowedCompanies))
  );
}
