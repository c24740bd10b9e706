import type { Company } from '#shared/model/company.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { getItems } from '#shared/platform/store/read.ts';
import { companyRecordKey, readCompany } from './records.ts';

/** Companies that a request names. They may belong to another organization: the caller must check access. */

/** The company with this id, even if it is deleted. */
export const findCompany = (id: string): Promise<Company | undefined> => readCompany(companyScope(id));

/** The companies with these ids that exist and are not deleted. */
export async function findCompanies(ids: readonly string[]): Promise<Company[]> {
  const items = await getItems(ids.map(id => companyRecordKey(companyScope(id))));
  return items.map(item => item?.['data'] as Company | undefined).filter(company => company?.deletedAt === null) as Company[];
}
