import { changeInvitation, findPending, mail } from './store.ts';
import { isExpired, mayInvite, requireResendable, standingOf } from './rules.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import { gone } from '#shared/base/kernel/errors.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { INVITATION_RESENDS } from '#shared/platform/lambda/limits/policies.ts';

/**
 * Sends the mail of an invitation again, with the same token and expiry.
 *
 * @throws 404 unknown or not pending, 410 expired, 429 more than 3 an hour
 */
export function resendInvitation(actor: Actor, id: string, commit: Commit<void>): Promise<void> {
  return retryOnContention(async () => {
    const invitation = await findPending(actor, id);
    if (isExpired(invitation)) throw gone('The invitation has expired; invite again.');
    const resentAt = [...invitation.resentAt, instant()].slice(-INVITATION_RESENDS.limit);
    requireResendable(invitation.resentAt);
    // From now on the invitation depends on the membership of the user who sends it again, if that person could have created it.
    const standsOn = actor.membership && mayInvite(actor.membership, invitation) ? standingOf(actor.membership) : undefined;
    const sent = { ...invitation, resentAt, ...(standsOn && { standsOn }) };
    return commit([changeInvitation(invitation, sent), mail(invitation)], undefined);
  });
}
