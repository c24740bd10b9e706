import type { FoundInvitation } from './model.ts';
import { expired, requireOpen } from './look.ts';
import { changeInvitation, findInvited } from './store.ts';
import type { Actor, Invitation, Membership, Standing } from '#shared/platform/access/model.ts';
import {
  check,
  type Commit,
  ConditionFailed,
  create,
  retryOnContention,
  transact,
  type Write,
} from '#shared/platform/store/transact.ts';
import { isExpired, mayInvite, standingOf } from './rules.ts';
import { conflict, invalidFields, notFound } from '#shared/base/kernel/errors.ts';
import { changePeople, peopleOf, requireSeat } from '#shared/platform/access/people.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { addLogFields } from '#shared/base/kernel/log.ts';
import { membershipItem } from '#shared/platform/access/memberships.ts';
import { ownerUnchanged } from '#shared/platform/access/epoch.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { membershipKey } from '#shared/platform/access/records.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { newId } from '#shared/base/kernel/ids.ts';

/**
 * Makes the caller a member, with the role and companies of the invitation.
 *
 * @throws 404, also if the inviter could no longer create it, 410; 409 for a member, whose invitation is used up; 422 for another
 * email than the invited one; 402 over the plan.
 */
export function acceptInvitation(
  actor: Actor,
  token: string,
  loaded: FoundInvitation | undefined,
  commit: Commit<FoundInvitation>,
): Promise<FoundInvitation> {
  return retryOnContention(async attempt => {
    const { invitation, organization } = requireOpen(attempt === 0 ? loaded : await findInvited(token));
    const { organizationId } = invitation;
    // Not the organization in which the caller acts so far.
    addLogFields({ organizationId, invitationId: invitation.id });
    const invited = invitation.email === actor.account.email;
    const isMember = actor.memberships.some(one => one.organizationId === organizationId);
    if (isMember && invited) throw await usedUp(invitation);
    if (isExpired(invitation)) throw expired();
    if (!invited) throw invalidFields({ email: [`the invitation is for another email address than ${actor.account.email}`] });
    requireSeat(organization, peopleOf(organization).active);
    const standing = attempt === 0 ? invitation.standsOn : undefined;
    const inviter = standing ?? (await readInviter(invitation));
    const accepted: Invitation = { ...invitation, status: 'accepted', updatedAt: instant() };
    try {
      return await commit(
        [
          changeInvitation(invitation, accepted),
          changePeople(organization, { active: 1, owners: 0 }),
          create(membershipItem(newMembership(actor, invitation))),
          ownerUnchanged(actor.account),
          inviterUnchanged(organizationId, inviter),
        ],
        { invitation: accepted, organization },
      );
    } catch (error) {
      // A deactivated member cannot become active again by an invitation.
      if (error instanceof ConditionFailed && (await getItem(membershipKey(actor.userId, organizationId))))
        throw await usedUp(invitation);
      throw error;
    }
  });
}

/**
 * The inviter's current membership. An invitation is void if the inviter is no longer a member, or could no longer give the rights
 * that it gives.
 *
 * @throws 404
 */
async function readInviter(invitation: Invitation): Promise<Standing> {
  const userId = invitation.standsOn?.userId ?? invitation.invitedBy.id;
  const item = await getItem<Item & { data: Membership }>(membershipKey(userId, invitation.organizationId));
  if (!item?.data.isActive || !mayInvite(item.data, invitation)) throw notFound('Invitation');
  return standingOf(item.data);
}

/** Fails with `ConditionFailed` if the inviter's membership has changed since the read; the caller then reads it again. */
const inviterUnchanged = (organizationId: string, { userId, role, permissions, allowedCompanies }: Standing): Write =>
  check(membershipKey(userId, organizationId), {
    expression:
      '#data.isActive = :yes AND #data.#role = :role AND #data.#permissions = :permissions AND #data.allowedCompanies = :companies',
    names: { '#data': 'data', '#role': 'role', '#permissions': 'permissions' },
    values: { ':yes': true, ':role': role, ':permissions': permissions, ':companies': allowedCompanies },
  });

/**
 * Marks the invitation of somebody who is a member already as accepted. Not by the request's `commit`, since the response is an
 * error.
 */
async function usedUp(invitation: Invitation): Promise<Error> {
  await transact([changeInvitation(invitation, { ...invitation, status: 'accepted', updatedAt: instant() })]);
  return conflict('You are a member of the organization already.', { reason: 'already_member' });
}

function newMembership(actor: Actor, { organizationId, role, allowedCompanies }: Invitation): Membership {
  const at = instant();
  return {
    id: newId(),
    userId: actor.userId,
    organizationId,
    role,
    permissions: [],
    allowedCompanies,
    isActive: true,
    joinedAt: at,
    createdAt: at,
    updatedAt: at,
  };
}
