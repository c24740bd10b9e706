import type { Actor, Invitation, Membership, Standing } from '#shared/platform/access/model.ts';
import { instant, now } from '#shared/base/kernel/clock.ts';
import {
  covers,
  effectivePermissions,
  reachesAllCompanies,
  reachOf,
  ROLE_PERMISSIONS,
} from '#shared/platform/access/permissions.ts';
import { lacks, outOfReach } from '../members/rules.ts';
import { INVITATION_RESENDS } from '#shared/platform/lambda/limits/policies.ts';
import { rateLimited } from '#shared/base/kernel/errors.ts';

export const isExpired = ({ expiresAt }: Pick<Invitation, 'expiresAt'>): boolean => expiresAt <= instant();

/** The invitations that can still be accepted, newest first. */
export const pendingInvitations = (invitations: readonly Invitation[]): Invitation[] =>
  invitations
    .filter(one => one.status === 'pending' && !isExpired(one))
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id));

/** Which invitations somebody may create (ORG-13 to ORG-16). Pure. */

/**
 * A role may be given only by members who have all its permissions and access to all its companies; the lowest role by everybody
 * who manages members. Invalid companies of an invitation are reported as field errors by `companyViolations`.
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

/** Whether the holder of a membership may create an invitation. */
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

/** @throws 429 if the last mails of the invitation are too recent */
export function requireResendable(resentAt: readonly string[]): void {
  const [oldest] = resentAt.slice(-INVITATION_RESENDS.limit);
  if (oldest === undefined || resentAt.length < INVITATION_RESENDS.limit) return;
  const wait = INVITATION_RESENDS.seconds - (now().getTime() - Date.parse(oldest)) / 1000;
  if (wait > 0) throw rateLimited('This invitation was sent three times within the hour.', Math.ceil(wait));
}
