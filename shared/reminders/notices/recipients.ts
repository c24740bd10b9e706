import type { Account, Membership } from '../../access/model.ts';
import { covers, effectivePermissions, type Permission, reachOf } from '../../access/permissions.ts';
import type { Company } from '../../model/company.ts';

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
