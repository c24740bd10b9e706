import type { MemberForViewer } from './model.ts';
import { findMember } from './store.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import type { MemberChange } from './input.ts';
import type { Company } from '#shared/model/company.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import { changedMembership, losesOwner, peopleMoved } from './rules.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { changePeople, peopleOf, requireSeat } from '#shared/platform/access/people.ts';
import { invalidFields } from '#shared/base/kernel/errors.ts';
import { changeMembership } from '#shared/platform/access/memberships.ts';
import type { OrganizationItem } from '#shared/platform/access/organization-plan.ts';
import { pendingInvitations } from '../invitations/rules.ts';
import { readInvitations } from '../invitations/store.ts';

/**
 * Changes a membership; the change applies from the member's next request on.
 *
 * @param companies the companies of the change that exist
 * @throws 402, 403, 404, 422 as in the table of ORG-8, ORG-9
 */
export function updateMember(
  actor: Actor,
  { id, change, companies }: { id: string; change: MemberChange; companies: readonly Company[] },
  commit: Commit<MemberForViewer>,
): Promise<MemberForViewer> {
  return retryOnContention(async () => {
    const { member, organization } = await findMember(actor, id);
    const before = member.membership;
    const after = changedMembership(actor, member, change, { companies, at: instant() });
    if (losesOwner(before, after) && peopleOf(organization).owners <= 1)
      throw invalidFields({ role: ['the organization would be left without an active owner'] });
    if (after.isActive && !before.isActive) await requireSeatFor(organization);
    return commit([changeMembership(before, after), changePeople(organization, peopleMoved(before, after))], {
      membership: after,
      account: member.account,
      viewerId: actor.userId,
    });
  });
}

/** @throws 402 if active members and pending invitations use up the plan */
async function requireSeatFor(organization: OrganizationItem): Promise<void> {
  const pending = pendingInvitations(await readInvitations(organization.data.id));
  requireSeat(organization, peopleOf(organization).active + pending.length);
}
