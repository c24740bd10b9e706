import type { Account, Membership } from '#shared/platform/access/model.ts';

/** A membership with its account. */
export interface Member {
  membership: Membership;
  account: Account | undefined;
}

/** A member of an organization, and the id of the user who is shown it. */
export type MemberForViewer = Member & { viewerId: string };
