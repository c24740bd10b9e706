import { findOrganizationItem } from '#shared/platform/access/organization-plan.ts';
import { PLANS } from '#shared/platform/access/plans.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** Whether the plan of an organization includes webhooks: without that nothing is sent. */
export async function planHasWebhooks(organizationId: string): Promise<boolean> {
  const organization = await findOrganizationItem(organizationId);
  return organization !== undefined && PLANS[organization.data.plan].webhooks;
}

/** Whether the company exists, and its plan includes webhooks. Costs two round trips. */
export async function companyHasWebhooks(company: CompanyId): Promise<boolean> {
  const record = await readCompany(company);
  return record?.deletedAt === null && planHasWebhooks(record.organizationId);
}
