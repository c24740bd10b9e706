import { readCompany } from '#shared/platform/access/records.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { found, invalidFields, notFound } from '#shared/base/kernel/errors.ts';
import { patched } from '#shared/base/kernel/patch.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import { hasTooManyCopies } from '#shared/output/mail/copies.ts';
import { type CompanyChange, tooManyCopies } from './input.ts';
import { readOrganizationParts } from './list.ts';
import type { CompanyView } from './present.ts';
import { changeCompany } from '#shared/platform/access/company-store.ts';
import type { Company } from '#shared/model/company.ts';

/**
 * Changes fields of a company. If another request changed it in between, the change is applied to the newer version.
 *
 * @throws 400 for too many addresses in `emailCc` and `emailBcc`; 404 when it was deleted meanwhile; 422 for an empty change
 */
export async function updateCompany(loaded: Company, change: CompanyChange, commit: Commit<CompanyView>): Promise<CompanyView> {
  if (Object.values(change).every(value => value === undefined))
    throw invalidFields({ body: ['must have at least one field to change'] });
  const organizationParts = await readOrganizationParts(loaded.organizationId);
  return retryOnContention(async attempt => {
    const before = attempt === 0 ? loaded : found(await readCompany(loaded.id), 'Company');
    if (before.deletedAt !== null) throw notFound('Company');
    const company = { ...patched(before, change), version: before.version + 1, updatedAt: instant() };
    // Checked only if the change has copies, so that a company that already has too many can still change other fields.
    if ((change.emailCc ?? change.emailBcc) && hasTooManyCopies(company)) throw tooManyCopies();
    return commit([changeCompany(before, company)], { company, ...organizationParts });
  });
}
