import { instant } from '../../kernel/clock.ts';
import { getItem, getItems } from '../../store/read.ts';
import type { Item } from '../../store/table.ts';
import { commitPlainly, ConditionFailed, remove, retryOnContention, transact } from '../../store/transact.ts';
import { dropToken } from '../../taxauth/connections/remove-token.ts';
import type { TaxauthToken } from '../../taxauth/connections/model.ts';
import { readTokens, tokenKey } from '../../taxauth/connections/store.ts';
import { membershipKey } from '../../access/records.ts';
import { changeInvitation, readInvitations } from '../invitations/store.ts';
import { pendingInvitations } from '../invitations/rules.ts';
import { readLicenseKeys, revocationOf } from '../licensing/store.ts';
import { readMembers } from '../../access/memberships.ts';
import type { Invitation, Membership } from '../../access/model.ts';
import { type OrganizationItem, readOrganization } from '../../access/organization-plan.ts';
import { changePeople, peopleOf } from '../../access/people.ts';

/** Takes everybody and every way in out of an organization but one owner: part of a takeover (takeover.ts). */

/** What one transaction takes besides the organization's counts (DynamoDB: 100 writes). */
const MOST = 90;

/**
 * Removes all other members, pending invitations, connections to the tax authority and licence keys, in as many transactions as
 * it takes. Companies and documents stay.
 *
 * @returns the organization as it was before it was found empty: a write on condition of its version fails if somebody came in.
 * @throws 503 when others keep coming in.
 */
export const emptyOrganization = (organizationId: string, ownerId: string): Promise<OrganizationItem> =>
  retryOnContention(async () => {
    // Read before the rest: members and invitations that come later raise its version.
    let organization = await readOrganization(organizationId);
    for (;;) {
      const [others, invitations] = await Promise.all([
        readOthers(organizationId, ownerId),
        readInvitations(organizationId).then(pendingInvitations),
      ]);
      if (others.length === 0 && invitations.length === 0) break;
      await removePeople(organization, others.slice(0, MOST), invitations.slice(0, Math.max(0, MOST - others.length)));
      organization = await readOrganization(organizationId);
    }
    // Someone is counted whom the index does not list yet.
    if (peopleOf(organization).active > 1) throw new ConditionFailed(0, undefined);
    for (const token of await readTokens(organizationId)) await dropTokenAsItIs(token);
    const licenses = (await readLicenseKeys(organizationId)).filter(({ revokedAt }) => revokedAt === null).map(revocationOf);
    for (let from = 0; from < licenses.length; from += MOST) await transact(licenses.slice(from, from + MOST));
    return organization;
  });

/** The other members as they are now: the index that lists them may lag. */
async function readOthers(organizationId: string, ownerId: string): Promise<Membership[]> {
  const listed = (await readMembers(organizationId)).filter(one => one.userId !== ownerId);
  const items = await getItems(listed.map(one => membershipKey(one.userId, organizationId)));
  return items.flatMap(item => (item ? [item['data'] as Membership] : []));
}

function removePeople(organization: OrganizationItem, members: Membership[], invitations: Invitation[]): Promise<void> {
  const active = members.filter(one => one.isActive);
  const owners = active.filter(one => one.role === 'owner').length;
  return transact([
    ...members.map(one => {
      const key = membershipKey(one.userId, one.organizationId);
      return remove(key, { expression: '#data = :before', names: { '#data': 'data' }, values: { ':before': one } });
    }),
    ...invitations.map(one => changeInvitation(one, { ...one, status: 'cancelled', updatedAt: instant() })),
    changePeople(organization, { active: -active.length, owners: -owners }),
  ]);
}

/** A token moves on when a tax number is validated by it. */
const dropTokenAsItIs = ({ organizationId, id }: TaxauthToken): Promise<void> =>
  retryOnContention(async () => {
    const item = await getItem<Item & { data: TaxauthToken }>(tokenKey(organizationId, id));
    if (item) await dropToken(item.data, commitPlainly);
  });
