import type { Account, Membership } from '../../access/model.ts';
import { covers, effectivePermissions, type Permission, reachOf } from '../../access/permissions.ts';
import type { Company } from '../../model/company.ts';

/**
 * Whether a notice about a company goes to a member: to who has a permission in it, and a confirmed address. Pure.
 *
 * @param permission that of what the notice is about: by default that to record payments
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
