import { readCompany } from '#shared/platform/access/records.ts';
import {
  countCompany,
  type OrganizationItem,
  readOrganization,
  uncountCompany,
} from '#shared/platform/access/organization-plan.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { conflict, found, gone, notFound } from '#shared/base/kernel/errors.ts';
import { type Commit, put, retryOnContention, type Write } from '#shared/platform/store/transact.ts';
import { readConnecting } from '#shared/authority/taxauth/connections/store.ts';
import type { CompanyView } from './present.ts';
import { changeCompany, cifItem, inGrace } from '#shared/platform/access/company-store.ts';
import type { Company } from '#shared/model/company.ts';
import type { PersonRef } from '#shared/model/document.ts';
import { cancelPurge, planPurge, type PurgeRelease } from './purge-record.ts';

/**
 * Deletes a company. It is hidden at once and can be restored for five days; then its data are purged (company-purge/).
 *
 * @param release the permission to erase documents within their retention time; null: they are retained
 * @throws 404 when it was deleted meanwhile
 */
export function removeCompany(
  loaded: Company,
  { by, release }: { by: PersonRef; release: PurgeRelease | null },
  commit: Commit<void>,
): Promise<void> {
  return retryOnContention(async attempt => {
    const company = attempt === 0 ? loaded : found(await readCompany(loaded.id), 'Company');
    if (company.deletedAt !== null) throw notFound('Company');
    const { organizationId } = company;
    const deletedAt = instant();
    const deleted = { ...company, deletedAt, syncEnabled: false };
    const purge = { organizationId, deletedAt, by, release: release && { ...release, at: deletedAt } };
    return commit(
      [changeCompany(company, deleted), put(cifItem(deleted)), uncountCompany(company), planPurge(company.id, purge)],
      undefined,
    );
  });
}

/** The writes that restore a deleted company, and the restored company. @throws 402 when the plan allows no more companies */
export function restoreWrites(deleted: Company, organization: OrganizationItem): { writes: Write[]; company: Company } {
  const company = { ...deleted, deletedAt: null, updatedAt: instant(), version: deleted.version + 1 };
  const back = [changeCompany(deleted, company), put(cifItem(company)), cancelPurge(company.id)];
  return { writes: [...back, countCompany(organization, deleted)], company };
}

/**
 * Restores a deleted company.
 *
 * @throws 402 when the plan allows no more companies; 409 when it is not deleted; 410 after five days
 */
export function restoreCompany(loaded: Company, commit: Commit<CompanyView>): Promise<CompanyView> {
  return retryOnContention(async attempt => {
    const [deleted, organization, tokens] = await Promise.all([
      attempt === 0 ? loaded : readCompany(loaded.id).then(company => found(company, 'Company')),
      readOrganization(loaded.organizationId),
      readConnecting(loaded.organizationId),
    ]);
    if (deleted.deletedAt === null) throw conflict('The company is not deleted.', { reason: 'not_deleted' });
    if (!inGrace(deleted.deletedAt)) throw gone('The company was deleted more than 5 days ago.');
    const { writes, company } = restoreWrites(deleted, organization);
    return commit(writes, { company, organization: organization.data, tokens });
  });
}
