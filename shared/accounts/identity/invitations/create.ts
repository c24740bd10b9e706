import type { InvitationInput } from './input.ts';
import { createInvitation, mail, readInvitations, sealContext } from './store.ts';
import type { Actor, Invitation } from '#shared/platform/access/model.ts';
import type { Company } from '#shared/model/company.ts';
import { type Commit, retryOnContention, type Write } from '#shared/platform/store/transact.ts';
import { organizationOf } from '#shared/platform/access/actor.ts';
import { pendingInvitations, requireGrantable, standingOf } from './rules.ts';
import { type OrganizationItem, readOrganization } from '#shared/platform/access/organization-plan.ts';
import { INVITATIONS } from '#shared/platform/lambda/limits/policies.ts';
import { windowWrites } from '#shared/platform/lambda/limits/sliding-window.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { membershipKey } from '#shared/platform/access/records.ts';
import { type FieldErrors, found, invalidFields } from '#shared/base/kernel/errors.ts';
import { companyViolations } from '#shared/platform/access/memberships.ts';
import { changePeople, peopleOf, requireSeat } from '#shared/platform/access/people.ts';
import { ownerUnchanged } from '#shared/platform/access/epoch.ts';
import { newNamingToken } from '#shared/platform/access/credentials.ts';
import { newId, sha256 } from '#shared/base/kernel/ids.ts';
import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import { seal } from '#shared/platform/aws/sealed.ts';

/** Creating an invitation to an organization (ORG-13 to ORG-16). */

const LIFETIME_SECONDS = 7 * 86_400;

/** The data that an invitation is decided on. */
interface InvitationRequest {
  form: InvitationInput;
  /** The caller's organization; undefined if there is none. */
  organization: OrganizationItem | undefined;
  /** The account with the email of the form, if there is one. */
  userId: string | undefined;
  /** The companies of the form that exist. */
  companies: readonly Company[];
}

/**
 * Invites somebody by mail. The token is in the mail; stored are its hash and, encrypted, the token itself, to send it again.
 *
 * Every new invitation and member raises the version of the organization, and the transaction requires that it is unchanged. The
 * organization is read before invitations and memberships: so an invitation that is added after those reads makes the transaction
 * fail. If all were read in parallel, the version could be newer than the other reads, and one email could be invited twice.
 *
 * @throws 402 over the plan; 403 for a role beyond the caller's own; 404 without an organization; 422 by the table; 429 after too many
 *   invitations by the caller, of the organization, or to the address.
 */
export function invite(
  actor: Actor,
  { form, organization: loaded, userId, companies }: InvitationRequest,
  commit: Commit<Invitation>,
): Promise<Invitation> {
  const organizationId = organizationOf(actor);
  requireGrantable(actor, form.role);
  return retryOnContention(async attempt => {
    const organization = attempt === 0 ? found(loaded, 'Organization') : await readOrganization(organizationId);
    const [invitations, membership] = await Promise.all([
      readInvitations(organizationId),
      userId === undefined ? undefined : getItem(membershipKey(userId, organizationId)),
    ]);
    const pending = pendingInvitations(invitations);
    const violations: FieldErrors = {
      ...companyViolations(actor, form.allowedCompanies, companies),
      ...(membership && { email: ['is a member already; a deactivated member is activated again'] }),
      ...(pending.some(one => one.email === form.email) && { email: ['has an invitation that is still pending'] }),
    };
    if (Object.keys(violations).length > 0) throw invalidFields(violations);
    requireSeat(organization, peopleOf(organization).active + pending.length);
    const invitation = await newInvitation(actor, organizationId, form);
    const writes = [createInvitation(invitation), changePeople(organization), mail(invitation), ownerUnchanged(actor.account)];
    return commit([...writes, ...countInvitation(invitation)], invitation);
  });
}

/** The writes that count a new invitation for the limits; cancelled ones count too, since their mail was sent. */
const countInvitation = ({ organizationId, invitedBy, email }: Invitation): Write[] => [
  ...windowWrites(INVITATIONS.inviter, `invitations-by#${invitedBy.id}`),
  ...windowWrites(INVITATIONS.organization, `invitations-of#${organizationId}`),
  ...windowWrites(INVITATIONS.address, `invitations-to#${sha256(email)}`),
];

async function newInvitation(actor: Actor, organizationId: string, form: InvitationInput): Promise<Invitation> {
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
    expiresAt: instantIn(LIFETIME_SECONDS, at),
    createdAt: at,
    updatedAt: at,
  };
}
