import type * as z from 'zod';
import { instant, shownInstant, shownInstantOrNull } from '../../kernel/clock.ts';
import { forbidden, found, invalidFields } from '../../kernel/errors.ts';
import { shownRecord } from '../../kernel/records.ts';
import type { Company } from '../../model/company.ts';
import { getItem, getItems } from '../../store/read.ts';
import type { Item } from '../../store/table.ts';
import { type Commit, retryOnContention } from '../../store/transact.ts';
import { accountKey } from '../../access/records.ts';
import { organizationOf } from '../api-tokens/manage.ts';
import { pendingInvitations, readInvitations } from './invitation-store.ts';
import { changedMembership, losesOwner, type Member, type MemberChange, peopleMoved, requireManageable } from './member-rules.ts';
import { changeMembership, readMembers } from '../../access/memberships.ts';
import type { Account, Actor, Membership } from '../../access/model.ts';
import { type OrganizationItem, readOrganization } from '../../access/organization-plan.ts';
import { changePeople, peopleOf, requireSeat } from '../../access/people.ts';
import type { memberSchema } from './schema.ts';

/** The members of an organization (completions-accounts §6). */

/** A member as somebody sees it. */
export type SeenMember = Member & { seenBy: string };

export const presentMember = ({ membership, account, seenBy }: SeenMember): z.infer<typeof memberSchema> => ({
  ...shownRecord(membership),
  userId: membership.userId,
  email: account?.email ?? '',
  firstName: account?.firstName ?? null,
  lastName: account?.lastName ?? null,
  role: membership.role,
  isActive: membership.isActive,
  allowedCompanies: membership.allowedCompanies,
  permissions: membership.permissions,
  isCurrentUser: membership.userId === seenBy,
  lastConnectedAt: shownInstantOrNull(account?.lastConnectedAt),
  joinedAt: shownInstant(membership.joinedAt),
});

/** All members of the caller's organization, the first to join on top. @throws 404 without an organization */
export async function listMembers(actor: Actor): Promise<SeenMember[]> {
  const members = await readMembers(organizationOf(actor));
  const accounts = await getItems(members.map(one => accountKey(one.userId)));
  return members.map((membership, place) => ({
    membership,
    account: accounts[place]?.['data'] as Account | undefined,
    seenBy: actor.userId,
  }));
}

interface FoundMember {
  member: Member;
  organization: OrganizationItem;
}

/** A member of the caller's organization, with the account. @throws 404 */
async function findMember(actor: Actor, id: string): Promise<FoundMember> {
  const organizationId = organizationOf(actor);
  const [members, organization] = await Promise.all([readMembers(organizationId), readOrganization(organizationId)]);
  const membership = found(
    members.find(one => one.id === id),
    'Member',
  );
  const account = (await getItem<Item & { data: Account }>(accountKey(membership.userId)))?.data;
  return { member: { membership, account }, organization };
}

/**
 * Changes a membership; the next request of the member is admitted by it.
 *
 * @param companies those named by the change that there are.
 * @throws 402, 403, 404, 422 by the table of completions-accounts §6.
 */
export function updateMember(
  actor: Actor,
  { id, change, companies }: { id: string; change: MemberChange; companies: readonly Company[] },
  commit: Commit<SeenMember>,
): Promise<SeenMember> {
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
      seenBy: actor.userId,
    });
  });
}

/** @throws 402 when active members and pending invitations fill the plan */
async function requireSeatFor(organization: OrganizationItem): Promise<void> {
  const pending = pendingInvitations(await readInvitations(organization.data.id));
  requireSeat(organization, peopleOf(organization).active + pending.length);
}

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
