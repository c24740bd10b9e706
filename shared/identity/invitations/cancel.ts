import { changeInvitation, findPending } from './store.ts';
import type { Actor } from '../../access/model.ts';
import { type Commit, retryOnContention } from '../../store/transact.ts';
import { instant } from '../../kernel/clock.ts';

/** Takes an invitation back: its token is good for nothing. @throws 404 unknown, accepted or cancelled */
export function cancelInvitation(actor: Actor, id: string, commit: Commit<void>): Promise<void> {
  return retryOnContention(async () => {
    const invitation = await findPending(actor, id);
    return commit([changeInvitation(invitation, { ...invitation, status: 'cancelled', updatedAt: instant() })], undefined);
  });
}
