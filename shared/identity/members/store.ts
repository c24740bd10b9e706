import type { Member } from './model.ts';
import { type OrganizationItem, readOrganization } from '#shared/access/organization-plan.ts';
import type { Account, Actor, Membership } from '#shared/access/model.ts';
import { organizationOf } from '#shared/access/actor.ts';
import { readMembers } from '#shared/access/memberships.ts';
import { found } from '#shared/kernel/errors.ts';
import { getItems } from '#shared/store/read.ts';
import type { Item } from '#shared/store/table.ts';
import { accountKey, membershipKey } from '#shared/access/records.ts';

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
