import type { FoundInvitation } from './model.ts';
import { gone, notFound } from '#shared/base/kernel/errors.ts';
import { isExpired } from './rules.ts';

/** @throws 404 if the invitation is unknown, accepted or cancelled, or its organization is closed */
export function requireOpen(sought: FoundInvitation | undefined): FoundInvitation {
  if (!sought || sought.invitation.status !== 'pending' || sought.organization.data.closedAt !== undefined)
    throw notFound('Invitation');
  return sought;
}

export const expired = () => gone('The invitation has expired; ask for another one.');

/** The invitation of a token. @throws 404 as `requireOpen`, 410 if it has expired */
export function lookAtInvitation(sought: FoundInvitation | undefined): FoundInvitation {
  const open = requireOpen(sought);
  if (isExpired(open.invitation)) throw expired();
  return open;
}
