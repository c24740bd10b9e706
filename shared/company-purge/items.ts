import type { Company } from '../model/company.ts';
import { purgeFiles } from '../aws/purge-files.ts';
import { pagesOfPartition } from '../store/partition-pages.ts';
import { type CompanyId, companyPartition, type Key } from '../store/table.ts';
import { remove, transact } from '../store/transact.ts';
import { staysAfterPurge } from './kinds.ts';
import { leaveOrganization, lookupsOf, SECRET_KINDS } from './outside.ts';

/** Folders of the bucket that hold files of a company, each below its id. The bucket of uploads empties itself within a day. */
const FOLDERS = ['companies', 'drafts', 'exports'] as const;

/** Items that are removed side by side. */
const AT_ONCE = 50;

/** Removes the files of a company with all their versions. @returns false when some are left, since `goOn` said no */
export async function purgeFilesOf(company: CompanyId, goOn: () => boolean): Promise<boolean> {
  for (const folder of FOLDERS) if (!(await purgeFiles(`${folder}/${company}/`, goOn))) return false;
  return true;
}

/**
 * Removes what a company has outside of its partition, and all of the partition that does not stay. An item's lookups go before it, and the
 * secrets that name them last: wherever a process dies, the next one finds what is left.
 *
 * @param goOn asked before each page of items
 * @returns false when some are left, since `goOn` said no
 */
export async function purgeItems(company: CompanyId, record: Company, goOn: () => boolean): Promise<boolean> {
  const [lookups] = await Promise.all([lookupsOf(company), leaveOrganization(record)]);
  const secrets: Key[] = [];
  for await (const page of pagesOfPartition(companyPartition(company), AT_ONCE)) {
    const going = page.filter(({ kind }) => !staysAfterPurge(kind));
    secrets.push(...going.filter(({ kind }) => SECRET_KINDS.includes(kind)));
    const others = going.filter(({ kind }) => !SECRET_KINDS.includes(kind));
    await removeAll(others.flatMap(lookups));
    await removeAll(others);
    if (!goOn()) return false;
  }
  await removeAll(secrets);
  return true;
}

/** Unconditional removals, which cost half of what a transaction of them does. */
const removeAll = async (keys: readonly Key[]): Promise<void> =>
  void (await Promise.all(keys.map(({ pk, sk }) => transact([remove({ pk, sk })]))));
