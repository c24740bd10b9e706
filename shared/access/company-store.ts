import { companyRecordKey } from './records.ts';
import { companiesOf } from './organizations.ts';
import { instantIn } from '../kernel/clock.ts';
import { type Item, type Key, organizationKey } from '../store/table.ts';
import { put, type Write } from '../store/transact.ts';
import type { Company } from '../model/company.ts';

/** How companies are kept. */

export const companyItem = (company: Company): Item & Record<string, unknown> => ({
  ...companyRecordKey(company.id),
  kind: 'company',
  version: company.version,
  data: company,
  row: company,
  // A deleted company is in no list.
  ...(company.deletedAt === null && {
    gsi1pk: companiesOf(company.organizationId),
    gsi1sk: `${company.name.toLowerCase()}#${company.id}`,
  }),
});

/** The write that takes a company from the version read to the next. */
export const changeCompany = (before: Company, after: Company): Write =>
  put(companyItem({ ...after, version: before.version + 1 }), {
    expression: '#version = :version',
    names: { '#version': 'version' },
    values: { ':version': before.version },
  });

/** Seconds in which a deleted company can come back. */
export const GRACE_SECONDS = 5 * 86_400;

/** Whether a company deleted at that instant can still come back. */
export const inGrace = (deletedAt: string): boolean => deletedAt > instantIn(-GRACE_SECONDS);

/** Which company of an organization has a tax number: made in the transaction that makes the company, so no two have the same. */
export interface CifLookup {
  companyId: string;
  /** Set while the company is deleted and may come back. */
  deletedAt: string | null;
}

export const cifKey = (organizationId: string, cif: string): Key => organizationKey(organizationId, `CIF#${cif}`);

export const cifItem = (company: Company): Item & Record<string, unknown> => {
  const lookup: CifLookup = { companyId: company.id, deletedAt: company.deletedAt };
  return { ...cifKey(company.organizationId, company.cif), kind: 'company-cif', data: lookup };
};
