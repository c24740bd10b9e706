import { readCompany } from '#shared/platform/access/records.ts';
import { instant, today } from '#shared/base/kernel/clock.ts';
import { found, invalidFields, notFound } from '#shared/base/kernel/errors.ts';
import { patched } from '#shared/base/kernel/patch.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import { hasTooManyCopies } from '#shared/output/mail/copies.ts';
import { type CompanyChange, tooManyCopies } from './input.ts';
import { readOrganizationParts } from './list.ts';
import type { CompanyView } from './present.ts';
import { changeCompany } from '#shared/platform/access/company-store.ts';
import { periodErrors, vatStatusOn } from '#shared/model/vat/status.ts';
import type { Company } from '#shared/model/company.ts';

/**
 * The company with the change; with periods of its VAT status, the flags are those of today.
 *
 * @throws 422 for periods out of order, and for flags that the periods contradict
 */
function withVatStatus(before: Company, change: CompanyChange): Company {
  const company = patched(before, change);
  if (!company.vatStatus?.length) return company;
  const errors = periodErrors(company.vatStatus);
  const { registered, onCollection } = vatStatusOn(company, today());
  const decides = 'is decided by vatStatus: change its periods, or send vatStatus null with it';
  if (change.vatPayer !== undefined && change.vatPayer !== registered) errors['vatPayer'] = [decides];
  if (change.vatOnCollection !== undefined && change.vatOnCollection !== onCollection) errors['vatOnCollection'] = [decides];
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  return change.vatStatus ? { ...company, vatPayer: registered, vatOnCollection: onCollection } : company;
}

/**
 * Changes fields of a company. If another request changed it in between, the change is applied to the newer version.
 *
 * @throws 400 for too many addresses in `emailCc` and `emailBcc`; 404 when it was deleted meanwhile; 422 for an empty change, and as `withVatStatus`
 */
export async function updateCompany(loaded: Company, change: CompanyChange, commit: Commit<CompanyView>): Promise<CompanyView> {
  if (Object.values(change).every(value => value === undefined))
    throw invalidFields({ body: ['must have at least one field to change'] });
  const organizationParts = await readOrganizationParts(loaded.organizationId);
  return retryOnContention(async attempt => {
    const before = attempt === 0 ? loaded : found(await readCompany(loaded.id), 'Company');
    if (before.deletedAt !== null) throw notFound('Company');
    const company = { ...withVatStatus(before, change), version: before.version + 1, updatedAt: instant() };
    // Checked only if the change has copies, so that a company that already has too many can still change other fields.
    if ((change.emailCc ?? change.emailBcc) && hasTooManyCopies(company)) throw tooManyCopies();
    return commit([changeCompany(before, company)], { company, ...organizationParts });
  });
}
