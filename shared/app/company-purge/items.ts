import type { Company } from '#shared/model/company.ts';
import { purgeFiles } from '#shared/platform/aws/purge-files.ts';
import { pagesOfPartition } from './partition-pages.ts';
import { type CompanyId, companyPartition, type Key } from '#shared/platform/store/table.ts';
import { remove, transact } from '#shared/platform/store/transact.ts';
import { staysAfterPurge } from './kinds.ts';
import { leaveOrganization, lookupsOf, SECRET_KIND } from './outside.ts';

/** Prefixes in the bucket under which a company has files, below its id. The bucket of uploads deletes its files after a day by itself. */
const FOLDERS = ['companies', 'drafts', 'exports'] as const;

/** Items that are removed in parallel. */
const AT_ONCE = 50;

/** Removes the files of a company with all their versions. @returns false when `goOn` returned false and files may be left */
export async function purgeFilesOf(company: CompanyId, goOn: () => boolean): Promise<boolean> {
  for (const folder of FOLDERS) if (!(await purgeFiles(`${folder}/${company}/`, goOn))) return false;
  return true;
}

/**
 * Removes a company's items outside of its partition, and those in it that do not stay (kinds.ts). The lookups of an item are
 * removed before it, and the secret from which the lookups' keys are derived last: after a crash, the next run can still find the
 * rest.
 *
 * @param goOn called after each page of items; false stops the run
 * @returns false when `goOn` returned false and items may be left
 */
export async function purgeItems(company: CompanyId, record: Company, goOn: () => boolean): Promise<boolean> {
  const [lookups] = await Promise.all([lookupsOf(company), leaveOrganization(record)]);
  const secrets: Key[] = [];
  for await (const page of pagesOfPartition(companyPartition(company), AT_ONCE)) {
    const going = page.filter(({ kind }) => !staysAfterPurge(kind));
    secrets.push(...going.filter(({ kind }) => kind === SECRET_KIND));
    const others = going.filter(({ kind }) => kind !== SECRET_KIND);
    await removeAll(others.flatMap(lookups));
    await removeAll(others);
    if (!goOn()) return false;
  }
  await removeAll(secrets);
  return true;
}

/** Removes items one by one, which costs half of a transaction. */
const removeAll = async (keys: readonly Key[]): Promise<void> =>
  void (await Promise.all(keys.map(({ pk, sk }) => transact([remove({ pk, sk })]))));
