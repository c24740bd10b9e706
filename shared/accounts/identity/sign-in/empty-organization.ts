import { instant } from '#shared/base/kernel/clock.ts';
import { getItem, getItems } from '#shared/platform/store/read.ts';
import type { Item } from '#shared/platform/store/table.ts';
import {
  type Commit,
  commitPlainly,
  ConditionFailed,
  remove,
  retryOnContention,
  transact,
} from '#shared/platform/store/transact.ts';
import { dropToken } from '#shared/authority/taxauth/connections/remove-token.ts';
import type { TaxauthToken } from '#shared/authority/taxauth/connections/model.ts';
import { readTokens, tokenKey } from '#shared/authority/taxauth/connections/store.ts';
import { membershipKey } from '#shared/platform/access/records.ts';
import { changeInvitation, readInvitations } from '../invitations/store.ts';
import { pendingInvitations } from '../invitations/rules.ts';
import { readLicenseKeys, revocationOf } from '../licensing/store.ts';
import { readMembers } from '#shared/platform/access/memberships.ts';
import type { Invitation, Membership } from '#shared/platform/access/model.ts';
import { type OrganizationItem, readOrganization } from '#shared/platform/access/organization-plan.ts';
import { changePeople, peopleOf } from '#shared/platform/access/people.ts';
import { noteRemoved } from './removed.ts';

/** Removes everybody except one owner from an organization, and all credentials that give access to it, for takeover.ts. */

/** Writes of one transaction besides the organization's counts (DynamoDB allows 100 in total). */
const MOST = 90;

/**
 * Removes all other members, pending invitations and connections to the tax authority, and revokes all licence keys, in as many
 * transactions as necessary. Companies and documents are kept.
 *
 * @returns the organization as read before it was found empty: a write conditional on its version fails if somebody joined since
 * @throws 503 if others keep joining
 */
export const emptyOrganization = (organizationId: string, ownerId: string): Promise<OrganizationItem> =>
  retryOnContention(async () => {
    // Read before members and invitations: any that are added later raise its version.
    let organization = await readOrganization(organizationId);
    for (;;) {
      const [others, invitations] = await Promise.all([
        readOthers(organizationId, ownerId),
        readInvitations(organizationId).then(pendingInvitations),
      ]);
      if (others.length === 0 && invitations.length === 0) break;
      await removePeople(
        organization,
        { members: others.slice(0, MOST), invitations: invitations.slice(0, Math.max(0, MOST - others.length)) },
        ownerId,
      );
      organization = await readOrganization(organizationId);
    }
    // The index does not list all members yet: read again.
    if (peopleOf(organization).active > 1) throw new ConditionFailed(0, undefined);
    for (const token of await readTokens(organizationId)) await dropTokenAsItIs(token, ownerId);
    const licenses = (await readLicenseKeys(organizationId)).filter(({ revokedAt }) => revokedAt === null).map(revocationOf);
    for (let from = 0; from < licenses.length; from += MOST) {
      const some = licenses.slice(from, from + MOST);
      await transact([...some, ...noteRemoved(ownerId, { licenceKeys: some.length })]);
    }
    return organization;
  });

/** The current memberships of all others, read by key because the index that lists them is eventually consistent. */
async function readOthers(organizationId: string, ownerId: string): Promise<Membership[]> {
  const listed = (await readMembers(organizationId)).filter(one => one.userId !== ownerId);
  const items = await getItems(listed.map(one => membershipKey(one.userId, organizationId)));
  return items.flatMap(item => (item ? [item['data'] as Membership] : []));
}

function removePeople(
  organization: OrganizationItem,
  { members, invitations }: { members: Membership[]; invitations: Invitation[] },
  ownerId: string,
): Promise<void> {
  const active = members.filter(one => one.isActive);
  const owners = active.filter(one => one.role === 'owner').length;
  return transact([
    ...members.map(one => {
      const key = membershipKey(one.userId, one.organizationId);
      return remove(key, { expression: '#data = :before', names: { '#data': 'data' }, values: { ':before': one } });
    }),
    ...invitations.map(one => changeInvitation(one, { ...one, status: 'cancelled', updatedAt: instant() })),
    changePeople(organization, { active: -active.length, owners: -owners }),
    ...noteRemoved(ownerId, { members: members.length, invitations: invitations.length }),
  ]);
}

/** Removes a token in its current version, which rises whenever a tax number is validated with it. */
const dropTokenAsItIs = ({ organizationId, id }: TaxauthToken, ownerId: string): Promise<void> =>
  retryOnContention(async () => {
    const item = await getItem<Item & { data: TaxauthToken }>(tokenKey(organizationId, id));
    const counted: Commit<void> = (writes, result) =>
      commitPlainly([...writes, ...noteRemoved(ownerId, { authorityConnections: 1 })], result);
    if (item) await dropToken(item.data, counted);
  });
