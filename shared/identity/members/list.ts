import type { MemberForViewer } from './model.ts';
import type { Account, Actor } from '#shared/access/model.ts';
import { readMembers } from '#shared/access/memberships.ts';
import { organizationOf } from '#shared/access/actor.ts';
import { getItems } from '#shared/store/read.ts';
import { accountKey } from '#shared/access/records.ts';

/** All members of the caller's organization, in the order of joining. @throws 404 if the caller has no organization */
export async function listMembers(actor: Actor): Promise<MemberForViewer[]> {
  const members = await readMembers(organizationOf(actor));
  const accounts = await getItems(members.map(one => accountKey(one.userId)));
  return members.map((membership, place) => ({
    membership,
    account: accounts[place]?.['data'] as Account | undefined,
    viewerId: actor.userId,
  }));
}
