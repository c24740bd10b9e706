import type { Member } from './model.ts';
import { type OrganizationItem, readOrganization } from '../../access/organization-plan.ts';
import type { Account, Actor } from '../../access/model.ts';
import { organizationOf } from '../../access/actor.ts';
import { readMembers } from '../../access/memberships.ts';
import { found } from '../../kernel/errors.ts';
import { getItem } from '../../store/read.ts';
import type { Item } from '../../store/table.ts';
import { accountKey } from '../../access/records.ts';

interface FoundMember {
  member: Member;
  organization: OrganizationItem;
}

/** A member of the caller's organization, with the account. @throws 404 */
export async function findMember(actor: Actor, id: string): Promise<FoundMember> {
  const organizationId = organizationOf(actor);
  const [members, organization] = await Promise.all([readMembers(organizationId), readOrganization(organizationId)]);
  const membership = found(
    members.find(one => one.id === id),
    'Member',
  );
  const account = (await getItem<Item & { data: Account }>(accountKey(membership.userId)))?.data;
  return { member: { membership, account }, organization };
}
