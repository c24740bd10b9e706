import { findMember } from './store.ts';
import type { Actor, Membership } from '../../access/model.ts';
import { type Commit, retryOnContention } from '../../store/transact.ts';
import { forbidden } from '../../kernel/errors.ts';
import { losesOwner, peopleMoved, requireManageable } from './rules.ts';
import { instant } from '../../kernel/clock.ts';
import { changePeople, peopleOf } from '../../access/people.ts';
import { changeMembership } from '../../access/memberships.ts';

/** Ends a member's access to the organization, keys made in it included; what they made stays. @throws 403, 404 */
export function deactivateMember(actor: Actor, id: string, commit: Commit<void>): Promise<void> {
  return retryOnContention(async () => {
    const { member, organization } = await findMember(actor, id);
    const before = member.membership;
    if (before.userId === actor.userId) throw forbidden('self', 'You cannot remove yourself.');
    requireManageable(actor, member);
    if (!before.isActive) return;
    const after: Membership = { ...before, isActive: false, updatedAt: instant() };
    // Two owners who remove each other at once: the one who comes second finds one owner left.
    if (losesOwner(before, after) && peopleOf(organization).owners <= 1)
      throw forbidden('owner', 'The organization would be left without an active owner.');
    await commit([changeMembership(before, after), changePeople(organization, peopleMoved(before, after))], undefined);
  });
}
