import { findOrganizationItem } from '../../access/organization-plan.ts';
import { PLANS } from '../../access/plans.ts';
import { readCompany } from '../../access/records.ts';
import type { CompanyId } from '../../store/table.ts';

/** What deliveries ask of the company whose events they tell. */
export interface DeliveringCompany {
  organizationId: string;
  name: string;
  /** Whether the plan of its organization has webhooks. */
  hasWebhooks: boolean;
}

/** Undefined when there is no such company any more, or it is deleted. Two round trips. */
export async function findCompany(company: CompanyId): Promise<DeliveringCompany | undefined> {
  const record = await readCompany(company);
  if (!record || record.deletedAt !== null) return undefined;
  const organization = await findOrganizationItem(record.organizationId);
  const hasWebhooks = organization !== undefined && PLANS[organization.data.plan].webhooks;
  return { organizationId: record.organizationId, name: record.name, hasWebhooks };
}
