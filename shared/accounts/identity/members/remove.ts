import { findMember } from './store.ts';
import type { Actor, Membership } from '#shared/platform/access/model.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import { forbidden } from '#shared/base/kernel/errors.ts';
import { losesOwner, peopleMoved, requireManageable } from './rules.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { changePeople, peopleOf } from '#shared/platform/access/people.ts';
import { changeMembership } from '#shared/platform/access/memberships.ts';

/** Ends a member's access to the organization, also by API keys; records that they created stay. @throws 403, 404 */
export function deactivateMember(actor: Actor, id: string, commit: Commit<void>): Promise<void> {
  return retryOnContention(async () => {
    const { member, organization } = await findMember(actor, id);
    const before = member.membership;
    if (before.userId === actor.userId) throw forbidden('self', 'You cannot remove yourself.');
    requireManageable(actor, member);
    if (!before.isActive) return;
    const after: Membership = { ...before, isActive: false, updatedAt: instant() };
    // If two owners remove each other concurrently, the second request finds only one owner left.
    if (losesOwner(before, after) && peopleOf(organization).owners <= 1)
      throw forbidden('owner', 'The organization would be left without an active owner.');
    await commit([changeMembership(before, after), changePeople(organization, peopleMoved(before, after))], undefined);
  });
}
