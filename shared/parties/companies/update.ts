import { readCompany } from '../../access/records.ts';
import { instant } from '../../kernel/clock.ts';
import { found, invalidFields, notFound } from '../../kernel/errors.ts';
import { patched } from '../../kernel/patch.ts';
import { type Commit, retryOnContention } from '../../store/transact.ts';
import { hasTooManyCopies } from '../../mail/copies.ts';
import { type CompanyChange, tooManyCopies } from './input.ts';
import { readOrganizationParts } from './list.ts';
import type { CompanyView } from './present.ts';
import { changeCompany } from '../../access/company-store.ts';
import type { Company } from '../../model/company.ts';

/** Changes a company's own fields; decided again on the newer version when another change came in between. @throws 400 for too many copies, 404, 422 */
export async function updateCompany(loaded: Company, change: CompanyChange, commit: Commit<CompanyView>): Promise<CompanyView> {
  if (Object.values(change).every(value => value === undefined))
    throw invalidFields({ body: ['must have at least one field to change'] });
  const organizationParts = await readOrganizationParts(loaded.organizationId);
  return retryOnContention(async attempt => {
    const before = attempt === 0 ? loaded : found(await readCompany(loaded.id), 'Company');
    if (before.deletedAt !== null) throw notFound('Company');
    const company = { ...patched(before, change), version: before.version + 1, updatedAt: instant() };
    // A company that has too many already may still change all else.
    if ((change.emailCc ?? change.emailBcc) && hasTooManyCopies(company)) throw tooManyCopies();
    return commit([changeCompany(before, company)], { company, ...organizationParts });
  });
}
