import type { Company } from '#shared/model/company.ts';
import { getItems } from '#shared/platform/store/read.ts';
import { readMembers } from './memberships.ts';
import type { Account, Membership } from './model.ts';
import { covers, effectivePermissions, type Permission, reachOf } from './permissions.ts';
import { accountKey } from './records.ts';

/**
 * Whether a member gets notices about a company: an active member with the permission in that company, and with a confirmed
 * address. Pure.
 *
 * @param permission the permission that the notice's subject requires
 */
export const isNoticed = (
  { organizationId, role, permissions, allowedCompanies, isActive }: Membership,
  account: Pick<Account, 'active' | 'emailConfirmed'> | undefined,
  company: Pick<Company, 'id' | 'organizationId'>,
  permission: Permission = 'payment.create',
): boolean =>
  account !== undefined &&
  account.active &&
  account.emailConfirmed &&
  isActive &&
  organizationId === company.organizationId &&
  effectivePermissions(role, permissions, null).includes(permission) &&
  covers(reachOf(role, allowedCompanies), [company.id]);

/** The members that get notices about a company (`isNoticed`). Two reads, one after the other. */
export async function noticedMembers(
  company: Pick<Company, 'id' | 'organizationId'>,
  permission?: Permission,
): Promise<Membership[]> {
  const members = await readMembers(company.organizationId);
  const accounts = await getItems(members.map(({ userId }) => accountKey(userId)));
  return members.filter((member, place) =>
    isNoticed(member, accounts[place]?.['data'] as Account | undefined, company, permission),
  );
}
