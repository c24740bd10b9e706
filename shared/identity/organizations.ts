import { queryItems } from '../store/read.ts';
import type { Membership } from './model.ts';

/** The index partition that lists an organization's companies. */
export const companiesOf = (organizationId: string): string => `O#${organizationId}#COMPANY`;
/** The index partition that lists an organization's members. */
export const membersOf = (organizationId: string): string => `O#${organizationId}#MEMBER`;

/**
 * The membership that a session acts in when the request names no company (completions-accounts §1.3): the only one; of several,
 * the first that has a company, then the one the user owns.
 */
export async function currentMembership(memberships: Membership[]): Promise<Membership | undefined> {
  if (memberships.length < 2) return memberships[0];
  const oldestFirst = memberships.toSorted((a, b) => (a.joinedAt < b.joinedAt ? -1 : 1));
  const counts = await Promise.all(
    oldestFirst.map(one => queryItems({ partition: companiesOf(one.organizationId) }, { index: 'gsi1', limit: 1 })),
  );
  return (
    oldestFirst.find((_, place) => (counts[place]?.length ?? 0) > 0) ??
    oldestFirst.find(one => one.role === 'owner') ??
    oldestFirst[0]
  );
}
