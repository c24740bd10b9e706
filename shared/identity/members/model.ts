import type { Account, Membership } from '../../access/model.ts';

/** A member with the account behind it. */
export interface Member {
  membership: Membership;
  account: Account | undefined;
}

/** The members of an organization (completions-accounts §6). */

/** A member as somebody sees it. */
export type SeenMember = Member & { seenBy: string };
