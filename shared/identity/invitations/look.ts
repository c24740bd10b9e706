import type { FoundInvitation } from './model.ts';
import { gone, notFound } from '../../kernel/errors.ts';
import { isExpired } from './rules.ts';

/** @throws 404 unknown, used or cancelled, or of an organization that is closed */
export function requireOpen(sought: FoundInvitation | undefined): FoundInvitation {
  if (!sought || sought.invitation.status !== 'pending' || sought.organization.data.closedAt !== undefined)
    throw notFound('Invitation');
  return sought;
}

export const expired = () => gone('The invitation has expired; ask for another one.');

/** What a token invites into. @throws 404, 410 */
export function lookAtInvitation(sought: FoundInvitation | undefined): FoundInvitation {
  const open = requireOpen(sought);
  if (isExpired(open.invitation)) throw expired();
  return open;
}
