import type { Account, Membership } from '../../access/model.ts';
import { covers, effectivePermissions, reachOf } from '../../access/permissions.ts';
import type { Company } from '../../model/company.ts';

/** Whether a notice about the company's invoices goes to a member: to who may record payments in it, and has a confirmed address. Pure. */
export const isNoticed = (
  { organizationId, role, permissions, allowedCompanies, isActive }: Membership,
  account: Pick<Account, 'active' | 'emailConfirmed'> | undefined,
  company: Pick<Company, 'id' | 'organizationId'>,
): boolean =>
  account !== undefined &&
  account.active &&
  account.emailConfirmed &&
  isActive &&
  organizationId === company.organizationId &&
  effectivePermissions(role, permissions, null).includes('payment.create') &&
  covers(reachOf(role, allowedCompanies), [company.id]);
