import type { MemberForViewer } from './model.ts';
import type { Account, Actor } from '#shared/platform/access/model.ts';
import { readMembers } from '#shared/platform/access/memberships.ts';
import { organizationOf } from '#shared/platform/access/actor.ts';
import { getItems } from '#shared/platform/store/read.ts';
import { accountKey } from '#shared/platform/access/records.ts';

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
