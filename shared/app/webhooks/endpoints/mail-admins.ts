import { readMembers } from '#shared/platform/access/memberships.ts';
import { reachesAllCompanies } from '#shared/platform/access/permissions.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { mailRequest } from '#shared/output/mail/requests.ts';
import { type CompanyId, companyPartition } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import type { WebhookEndpoint } from './store.ts';

/** Maximum of mails, so that they fit into one transaction: to the members who joined first. */
const MOST_MAILS = 50;

/** The writes that notify the company's owners and admins by mail that a webhook was switched off. Costs two round trips. */
export async function mailsToAdmins(company: CompanyId, { url }: WebhookEndpoint): Promise<Write[]> {
  const record = await readCompany(company);
  if (!record) return [];
  const members = await readMembers(record.organizationId);
  return members
    .filter(({ isActive, role }) => isActive && reachesAllCompanies(role))
    .slice(0, MOST_MAILS)
    .map(({ userId }) => mailRequest(companyPartition(company), { template: 'webhook-disabled', userId, url }));
}
