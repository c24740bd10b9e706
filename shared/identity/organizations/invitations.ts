import * as z from 'zod';
import { seal } from '../../aws/sealed.ts';
import { instant, instantIn, now, shownInstant } from '../../kernel/clock.ts';
import { type FieldErrors, found, gone, invalidFields, notFound, rateLimited } from '../../kernel/errors.ts';
import { newId, sha256 } from '../../kernel/ids.ts';
import { shownRecord } from '../../kernel/records.ts';
import { INVITATION_RESENDS } from '../../lambda/limits/policies.ts';
import { mailRequest } from '../../mail/requests.ts';
import type { Company } from '../../model/company.ts';
import { getItem } from '../../store/read.ts';
import { organizationPartition } from '../../store/table.ts';
import { type Commit, retryOnContention, type Write } from '../../store/transact.ts';
import { membershipKey } from '../../access/records.ts';
import { accountEmail } from '../account/store.ts';
import { organizationOf } from '../api-tokens/manage.ts';
import { newNamingToken } from '../../access/credentials.ts';
import { ownerUnchanged } from '../../access/epoch.ts';
import {
  changeInvitation,
  createInvitation,
  isExpired,
  pendingInvitations,
  readInvitations,
  sealContext,
} from './invitation-store.ts';
import { mayInvite, requireGrantable, standingOf } from './invitation-rules.ts';
import { roleName } from './member-rules.ts';
import { companyFaults, companyIds } from '../../access/memberships.ts';
import { type Actor, type Invitation, INVITED_ROLES } from '../../access/model.ts';
import { readOrganization } from '../../access/organization-plan.ts';
import { changePeople, peopleOf, requireSeat } from '../../access/people.ts';
import type { invitationSchema } from './schema.ts';

/** Invitations into an organization, as those who manage its members see them (completions-accounts §6). */

const LIFETIME_SECONDS = 7 * 86_400;

/** Body of POST /api/v1/invitations. */
export const InvitationForm = z.object({
  email: accountEmail(),
  role: roleName(INVITED_ROLES),
  allowedCompanies: companyIds().default([]),
});
export type InvitationForm = z.infer<typeof InvitationForm>;

export const presentInvitation = (invitation: Invitation): z.infer<typeof invitationSchema> => ({
  ...shownRecord(invitation),
  email: invitation.email,
  role: invitation.role,
  status: invitation.status === 'pending' && isExpired(invitation) ? 'expired' : invitation.status,
  allowedCompanies: invitation.allowedCompanies,
  invitedBy: invitation.invitedBy,
  expiresAt: shownInstant(invitation.expiresAt),
});

/** Those that can still be accepted, newest first. @throws 404 without an organization */
export const listInvitations = async (actor: Actor): Promise<Invitation[]> =>
  pendingInvitations(await readInvitations(organizationOf(actor)));

const mail = ({ organizationId, tokenHash }: Invitation): Write =>
  mailRequest(organizationPartition(organizationId), { template: 'invitation', organizationId, hash: tokenHash });

/**
 * Invites somebody by mail. The token exists in the mail, and sealed beside its hash for another mail with the same one.
 *
 * @param userId of the account with that email, if there is one.
 * @param companies those of the form that there are.
 * @throws 402 over the plan; 403 for a role beyond the caller's own; 404 without an organization; 422 by the table.
 */
export function invite(
  actor: Actor,
  { form, userId, companies }: { form: InvitationForm; userId: string | undefined; companies: readonly Company[] },
  commit: Commit<Invitation>,
): Promise<Invitation> {
  const organizationId = organizationOf(actor);
  requireGrantable(actor, form.role);
  return retryOnContention(async () => {
    const [organization, invitations, membership] = await Promise.all([
      readOrganization(organizationId),
      readInvitations(organizationId),
      userId === undefined ? undefined : getItem(membershipKey(userId, organizationId)),
    ]);
    const pending = pendingInvitations(invitations);
    const faults: FieldErrors = {
      ...companyFaults(actor, form.allowedCompanies, companies),
      ...(membership && { email: ['is a member already; a deactivated member is activated again'] }),
      ...(pending.some(one => one.email === form.email) && { email: ['has an invitation that is still pending'] }),
    };
    if (Object.keys(faults).length > 0) throw invalidFields(faults);
    requireSeat(organization, peopleOf(organization).active + pending.length);
    const invitation = await newInvitation(actor, organizationId, form);
    const writes = [createInvitation(invitation), changePeople(organization), mail(invitation), ownerUnchanged(actor.account)];
    return commit(writes, invitation);
  });
}

async function newInvitation(actor: Actor, organizationId: string, form: InvitationForm): Promise<Invitation> {
  const token = newNamingToken(organizationId);
  const identity = { id: newId(), organizationId };
  const at = instant();
  return {
    ...identity,
    ...form,
    status: 'pending',
    invitedBy: { id: actor.userId, name: actor.name },
    ...(actor.membership && { standsOn: standingOf(actor.membership) }),
    language: actor.account.locale,
    sealedToken: await seal(token, sealContext(identity)),
    tokenHash: sha256(token),
    resentAt: [],
    expiresAt: instantIn(LIFETIME_SECONDS),
    createdAt: at,
    updatedAt: at,
  };
}

/** An invitation of the caller's organization that was neither accepted nor cancelled. @throws 404 */
async function findPending(actor: Actor, id: string): Promise<Invitation> {
  const invitation = found(
    (await readInvitations(organizationOf(actor))).find(one => one.id === id),
    'Invitation',
  );
  if (invitation.status !== 'pending') throw notFound('Invitation');
  return invitation;
}

/** Takes an invitation back: its token is good for nothing. @throws 404 unknown, accepted or cancelled */
export function cancelInvitation(actor: Actor, id: string, commit: Commit<void>): Promise<void> {
  return retryOnContention(async () => {
    const invitation = await findPending(actor, id);
    return commit([changeInvitation(invitation, { ...invitation, status: 'cancelled', updatedAt: instant() })], undefined);
  });
}

/** Mails an invitation again: same token, same end. @throws 404 unknown or not pending, 410 expired, 429 more than 3 an hour */
export function resendInvitation(actor: Actor, id: string, commit: Commit<void>): Promise<void> {
  return retryOnContention(async () => {
    const invitation = await findPending(actor, id);
    if (isExpired(invitation)) throw gone('The invitation has expired; invite again.');
    const resentAt = [...invitation.resentAt, instant()].slice(-INVITATION_RESENDS.limit);
    requireResendable(invitation.resentAt);
    // From here on it stands on who sends it again, if they could have made it.
    const standsOn = actor.membership && mayInvite(actor.membership, invitation) ? standingOf(actor.membership) : undefined;
    const sent = { ...invitation, resentAt, ...(standsOn && { standsOn }) };
    return commit([changeInvitation(invitation, sent), mail(invitation)], undefined);
  });
}

/** @throws 429 when the last mails are too recent */
function requireResendable(resentAt: readonly string[]): void {
  const [oldest] = resentAt.slice(-INVITATION_RESENDS.limit);
  if (oldest === undefined || resentAt.length < INVITATION_RESENDS.limit) return;
  const wait = INVITATION_RESENDS.seconds - (now().getTime() - Date.parse(oldest)) / 1000;
  if (wait > 0) throw rateLimited('This invitation was sent three times within the hour.', Math.ceil(wait));
}
