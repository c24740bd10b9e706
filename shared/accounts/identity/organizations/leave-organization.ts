import { remove, type Write } from '#shared/platform/store/transact.ts';
import type { TaxauthToken } from '#shared/authority/taxauth/connections/model.ts';
import { readTokens, tokenKey, tokenValueKey } from '#shared/authority/taxauth/connections/store.ts';
import { membershipKey } from '#shared/platform/access/records.ts';
import type { Membership } from '#shared/platform/access/model.ts';
import { type OrganizationItem, readOrganization } from '#shared/platform/access/organization-plan.ts';
import { changePeople, peopleOf } from '#shared/platform/access/people.ts';

/** Reads and writes that end a membership permanently: by account deletion, or by a takeover (takeover.ts). */

/** A membership, its organization, and the member's own tokens for the tax authority in that organization. */
export interface Place {
  membership: Membership;
  organization: OrganizationItem;
  tokens: TaxauthToken[];
}

export async function readPlace(membership: Membership): Promise<Place> {
  const { organizationId, userId } = membership;
  const [organization, tokens] = await Promise.all([readOrganization(organizationId), readTokens(organizationId)]);
  return { membership, organization, tokens: tokens.filter(token => token.userId === userId) };
}

/**
 * The writes that remove an unchanged membership and adjust the organization's counts of members. They close the organization when
 * its last active member leaves.
 *
 * @param at time of closing (ISO 8601)
 */
export function leave({ membership, organization }: Place, at: string): Write[] {
  const gone = remove(membershipKey(membership.userId, membership.organizationId), {
    expression: '#data = :before',
    names: { '#data': 'data' },
    values: { ':before': membership },
  });
  if (!membership.isActive) return [gone];
  const isLast = peopleOf(organization).active <= 1;
  const by = { active: -1, owners: membership.role === 'owner' ? -1 : 0 };
  return [gone, changePeople(organization, by, isLast ? at : undefined)];
}

/** The writes that remove the member's own tokens for the tax authority in that organization. */
export const dropTokens = ({ tokens }: Place): Write[] =>
  tokens.flatMap(({ organizationId, id, valueHash }) => [
    remove(tokenKey(organizationId, id)),
    remove(tokenValueKey(organizationId, valueHash)),
  ]);
