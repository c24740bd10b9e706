import type { Account, Membership } from '../../access/model.ts';

/** A membership with its account. */
export interface Member {
  membership: Membership;
  account: Account | undefined;
}

/** The members of an organization (completions-accounts §6). */

/** A member and the id of the user who sees it. */
export type SeenMember = Member & { seenBy: string };
