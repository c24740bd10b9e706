import { changeCompany } from '#shared/platform/access/company-store.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { instant, now } from '#shared/base/kernel/clock.ts';
import { found, notFound, rateLimited } from '#shared/base/kernel/errors.ts';
import type { Company } from '#shared/model/company.ts';
import { findInRegistry } from '#shared/authority/registries/lookups.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import { readOrganizationParts } from './list.ts';
import type { CompanyView } from './present.ts';
import { refreshed } from './registry-fields.ts';

/** The least number of seconds between two refreshes of a company (COM-19). */
const INTERVAL_SECONDS = 3600;

/**
 * Updates the fields of a company that come from the company register. Issued documents do not change.
 *
 * @throws 404 for a tax number that the register does not have; 429 within an hour of the last refresh; 503 when the register
 * cannot be reached or is not configured. Failed attempts do not count as refreshes.
 */
export async function refreshFromRegistry(loaded: Company, commit: Commit<CompanyView>): Promise<CompanyView> {
  refuseTooEarly(loaded);
  const [entry, organizationParts] = await Promise.all([
    findInRegistry(loaded.cif),
    readOrganizationParts(loaded.organizationId),
  ]);
  return retryOnContention(async attempt => {
    const before = attempt === 0 ? loaded : found(await readCompany(loaded.id), 'Company');
    if (before.deletedAt !== null) throw notFound('Company');
    // Of two concurrent requests, the second is refused here.
    refuseTooEarly(before);
    const at = instant();
    const company = { ...refreshed(before, entry), version: before.version + 1, updatedAt: at, registryRefreshedAt: at };
    return commit([changeCompany(before, company)], { company, ...organizationParts });
  });
}

function refuseTooEarly({ registryRefreshedAt }: Company): void {
  if (registryRefreshedAt === undefined) return;
  const seconds = Math.ceil((Date.parse(registryRefreshedAt) - now().getTime()) / 1000) + INTERVAL_SECONDS;
  if (seconds > 0)
    throw rateLimited('The company was refreshed from the register within the last hour.', seconds, { retryAfter: seconds });
}
