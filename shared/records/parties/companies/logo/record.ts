import { changeCompany } from '#shared/platform/access/company-store.ts';
import { companyRecordKey, readCompany } from '#shared/platform/access/records.ts';
import { epochSeconds, instant } from '#shared/base/kernel/clock.ts';
import { found, notFound } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { Company } from '#shared/model/company.ts';
import { awaitsDispatch } from '#shared/platform/store/outbox.ts';
import { companyKey, type CompanyId } from '#shared/platform/store/table.ts';
import { check, type Commit, put, retryOnContention, type Write } from '#shared/platform/store/transact.ts';

/** TTL in seconds of the record of a removed logo: by then its file is deleted, or the message is in the dead-letter queue. */
const REMEMBERED_SECONDS = 30 * 86_400;

/** Removes the company's logo; also succeeds when there is none. @throws 404 when the company was deleted meanwhile */
export const removeLogo = (loaded: Company, commit: Commit<{ message: string }>): Promise<{ message: string }> =>
  retryOnContention(async attempt => {
    const company = await current(loaded, attempt);
    const message = 'The company has no logo.';
    if (company.logoPath !== null) return commit(logoWrites(company, null), { message: 'The logo was removed.' });
    return commit([check(companyRecordKey(company.id), { expression: 'attribute_exists(pk)' })], { message });
  });

/** The company: as loaded on the first attempt (0), else read again. @throws 404 when it was deleted meanwhile */
export async function current(loaded: Company, attempt: number): Promise<Company> {
  const company = attempt === 0 ? loaded : found(await readCompany(loaded.id), 'Company');
  if (company.deletedAt !== null) throw notFound('Company');
  return company;
}

/** The writes that set or remove the logo, and make the outbox delete the file of the previous one. */
export const logoWrites = (before: Company, logoPath: string | null): Write[] => [
  changeCompany(before, { ...before, logoPath, version: before.version + 1, updatedAt: instant() }),
  ...(before.logoPath === null ? [] : [discarded(before.id, before.logoPath)]),
];

/** The write that makes the outbox delete the file of a logo. */
export function discarded(companyId: CompanyId, logoPath: string): Write {
  const id = newId();
  return put({
    ...companyKey(companyId, `GONE#LOGO#${id}`),
    kind: 'removed-logo',
    data: { storageKey: logoPath },
    ...awaitsDispatch(id),
    expiresAt: epochSeconds() + REMEMBERED_SECONDS,
  });
}
