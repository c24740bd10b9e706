import type { Member } from './model.ts';
import { type OrganizationItem, readOrganization } from '#shared/platform/access/organization-plan.ts';
import type { Account, Actor, Membership } from '#shared/platform/access/model.ts';
import { organizationOf } from '#shared/platform/access/actor.ts';
import { readMembers } from '#shared/platform/access/memberships.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { getItems } from '#shared/platform/store/read.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { accountKey, membershipKey } from '#shared/platform/access/records.ts';

interface FoundMember {
  member: Member;
  organization: OrganizationItem;
}

/**
 * A member of the caller's organization, with the account. The index only names the user: its row of the membership may be older than
 * the last change.
 *
 * @throws 404
 */
export async function findMember(actor: Actor, id: string): Promise<FoundMember> {
  const organizationId = organizationOf(actor);
  const [members, organization] = await Promise.all([readMembers(organizationId), readOrganization(organizationId)]);
  const { userId } = found(
    members.find(one => one.id === id),
    'Member',
  );
  const [account, current] = await getItems([accountKey(userId), membershipKey(userId, organizationId)]);
  const membership = (current as (Item & { data: Membership }) | undefined)?.data;
  const isMember = membership?.id === id;
  return {
    member: { membership: found(isMember ? membership : undefined, 'Member'), account: account?.['data'] as Account | undefined },
    organization,
  };
}
