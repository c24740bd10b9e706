import { changeInvitation, findPending } from './store.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import { instant } from '#shared/base/kernel/clock.ts';

/** Cancels an invitation, so that its token is no longer valid. @throws 404 if it is unknown, accepted or cancelled */
export function cancelInvitation(actor: Actor, id: string, commit: Commit<void>): Promise<void> {
  return retryOnContention(async () => {
    const invitation = await findPending(actor, id);
    return commit([changeInvitation(invitation, { ...invitation, status: 'cancelled', updatedAt: instant() })], undefined);
  });
}
