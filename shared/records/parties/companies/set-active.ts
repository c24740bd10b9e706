import { findCompanies } from '#shared/platform/access/named-companies.ts';
import { changeCompany, companyIdsOf } from '#shared/platform/access/company-store.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { decideWritable, findOrganizationItem } from '#shared/platform/access/organization-plan.ts';
import { PLANS } from '#shared/platform/access/plans.ts';
import { companyRecordKey } from '#shared/platform/access/records.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { found } from '#shared/base/kernel/errors.ts';
import type { Company } from '#shared/model/company.ts';
import { check, type Commit, retryOnContention, type Write } from '#shared/platform/store/transact.ts';
import { listCompanies } from './list.ts';
import type { CompanyView } from './present.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/**
 * Makes a read-only company writable. If the plan allows no more writable companies, the least recently updated one of the
 * organization becomes read-only in the same transaction. Nothing changes if the company is already writable.
 *
 * @returns all companies that the caller has access to, sorted by name
 * @throws 404 when the company was deleted meanwhile
 */
export async function activateCompany(
  actor: Actor,
  { id, organizationId }: Company,
  commit: Commit<CompanyView[]>,
): Promise<CompanyView[]> {
  return retryOnContention(async () => {
    const [organization, ids, shown] = await Promise.all([
      findOrganizationItem(organizationId).then(item => found(item, 'Organization')),
      companyIdsOf(organizationId),
      listCompanies(actor),
    ]);
    // Read after the organization: a decision of another request since then fails this one's condition on the organization.
    const companies = await findCompanies(ids);
    const company = found(
      companies.find(one => one.id === id),
      'Company',
    );
    const counted = { count: organization.companyCount ?? 0, limit: PLANS[organization.data.plan].maxCompanies };
    const changes = exchange(company, companies, counted);
    const writes = changes.map(({ before, after }) => changeCompany(before, after));
    const now = new Map([...companies, ...changes.map(({ after }) => after)].map(one => [one.id, one]));
    const views = shown.map(view => ({ ...view, company: now.get(view.company.id) ?? view.company }));
    return commit(changes.length > 0 ? [...writes, decideWritable(organization)] : [stillThere(id)], views);
  });
}

const stillThere = (id: CompanyId): Write => check(companyRecordKey(id), { expression: 'attribute_exists(pk)' });

export interface CompanyExchange {
  before: Company;
  after: Company;
}

/**
 * The changes that make a company writable; empty if it is already. Pure.
 *
 * @param companies those of its organization. One that was added since they were read is writable, and included in `count`
 * @param plan `count`: companies of the organization; `limit`: how many the plan allows, null = any number
 */
export function exchange(
  company: Company,
  companies: readonly Company[],
  { count, limit }: { count: number; limit: number | null },
): CompanyExchange[] {
  if (!company.isReadOnly) return [];
  const at = instant();
  const activated = { before: company, after: next(company, { isReadOnly: false, updatedAt: at }) };
  const writable = count - companies.filter(one => one.isReadOnly && !one.sandbox).length;
  if (limit === null || writable < limit) return [activated];
  const [oldest] = companies
    .filter(one => !one.isReadOnly && !one.sandbox)
    .toSorted((a, b) => (a.updatedAt < b.updatedAt || (a.updatedAt === b.updatedAt && a.id < b.id) ? -1 : 1));
  // `updatedAt` does not change: it means the last change by a user, and decides which company is the least recently used.
  return oldest ? [activated, { before: oldest, after: next(oldest, { isReadOnly: true }) }] : [activated];
}

const next = (company: Company, change: Partial<Company>): Company => ({ ...company, ...change, version: company.version + 1 });
