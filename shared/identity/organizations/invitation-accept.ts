import type * as z from 'zod';
import { instant, shownInstant } from '../../kernel/clock.ts';
import { conflict, gone, invalidFields, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { getItem } from '../../store/read.ts';
import type { Item } from '../../store/table.ts';
import { check, type Commit, ConditionFailed, create, retryOnContention, transact, type Write } from '../../store/transact.ts';
import { membershipKey, organizationRecordKey } from '../../access/records.ts';
import { readNamingToken } from '../../access/credentials.ts';
import { mayInvite, standingOf } from './invitation-rules.ts';
import { changeInvitation, isExpired, readInvitation } from './invitation-store.ts';
import { ownerUnchanged } from '../../access/epoch.ts';
import { membershipItem } from '../../access/memberships.ts';
import type { Actor, Invitation, Membership, Standing } from '../../access/model.ts';
import type { OrganizationItem } from '../../access/organization-plan.ts';
import { changePeople, peopleOf, requireSeat } from '../../access/people.ts';
import type { acceptedSchema, invitedSchema } from './schema.ts';

/** Invitations as those who were invited see them (completions-accounts §6). */

/** A token's invitation with its organization. */
export interface FoundInvitation {
  invitation: Invitation;
  organization: OrganizationItem;
}

/** What a token invites into, in one wave; undefined when the token is none. */
export async function findInvited(token: string): Promise<FoundInvitation | undefined> {
  const named = readNamingToken(token);
  if (!named) return undefined;
  const [invitation, organization] = await Promise.all([
    readInvitation(named.id, named.hash),
    getItem<OrganizationItem>(organizationRecordKey(named.id)),
  ]);
  return invitation && organization ? { invitation, organization } : undefined;
}

/** @throws 404 unknown, used or cancelled, or of an organization that is closed */
function requireOpen(sought: FoundInvitation | undefined): FoundInvitation {
  if (!sought || sought.invitation.status !== 'pending' || sought.organization.data.closedAt !== undefined)
    throw notFound('Invitation');
  return sought;
}

const expired = () => gone('The invitation has expired; ask for another one.');

/** What a token invites into. @throws 404, 410 */
export function lookAtInvitation(sought: FoundInvitation | undefined): FoundInvitation {
  const open = requireOpen(sought);
  if (isExpired(open.invitation)) throw expired();
  return open;
}

export const presentInvited = ({ invitation, organization }: FoundInvitation): z.infer<typeof invitedSchema> => ({
  email: invitation.email,
  organizationName: organization.data.name,
  role: invitation.role,
  invitedBy: invitation.invitedBy.name,
  expiresAt: shownInstant(invitation.expiresAt),
});

export const presentAccepted = ({ invitation, organization }: FoundInvitation): z.infer<typeof acceptedSchema> => ({
  organization: { uuid: organization.data.id, id: organization.data.id, name: organization.data.name },
  role: invitation.role,
  allowedCompanies: invitation.allowedCompanies,
});

/**
 * Makes the caller a member as the invitation says.
 *
 * @throws 404, also when the inviter may not give it any more, 410; 409 for a member, whose invitation is used up; 422 for another email than the invited one; 402 over the plan.
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
      // A membership that was switched off is no way to invite oneself back in.
      if (error instanceof ConditionFailed && (await getItem(membershipKey(actor.userId, organizationId))))
        throw await usedUp(invitation);
      throw error;
    }
  });
}

/**
 * Who answers for the invitation, as they stand now: nobody comes in by somebody who is no longer a member, or could no longer give
 * what the invitation gives.
 *
 * @throws 404
 */
async function readInviter(invitation: Invitation): Promise<Standing> {
  const userId = invitation.standsOn?.userId ?? invitation.invitedBy.id;
  const item = await getItem<Item & { data: Membership }>(membershipKey(userId, invitation.organizationId));
  if (!item?.data.isActive || !mayInvite(item.data, invitation)) throw notFound('Invitation');
  return standingOf(item.data);
}

/** Fails with `ConditionFailed` when the inviter does not stand as given: then they are looked at again. */
const inviterUnchanged = (organizationId: string, { userId, role, permissions, allowedCompanies }: Standing): Write =>
  check(membershipKey(userId, organizationId), {
    expression:
      '#data.isActive = :yes AND #data.#role = :role AND #data.#permissions = :permissions AND #data.allowedCompanies = :companies',
    names: { '#data': 'data', '#role': 'role', '#permissions': 'permissions' },
    values: { ':yes': true, ':role': role, ':permissions': permissions, ':companies': allowedCompanies },
  });

/** Uses an invitation up without effect; the answer to a member. Not the caller's `commit`: it is a refusal all the same. */
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
