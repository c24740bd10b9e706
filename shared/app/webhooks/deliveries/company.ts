import { findOrganizationItem } from '#shared/platform/access/organization-plan.ts';
import { PLANS } from '#shared/platform/access/plans.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** What deliveries need to know of the company. */
export interface DeliveringCompany {
  organizationId: string;
  name: string;
  /** Whether the plan of its organization includes webhooks. */
  hasWebhooks: boolean;
}

/** Undefined when the company does not exist or is deleted. Costs two round trips. */
export async function findCompany(company: CompanyId): Promise<DeliveringCompany | undefined> {
  const record = await readCompany(company);
  if (!record || record.deletedAt !== null) return undefined;
  const organization = await findOrganizationItem(record.organizationId);
  const hasWebhooks = organization !== undefined && PLANS[organization.data.plan].webhooks;
  return { organizationId: record.organizationId, name: record.name, hasWebhooks };
}
