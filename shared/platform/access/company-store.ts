import { companyRecordKey } from './records.ts';
import { companiesOf } from './organizations.ts';
import { instantIn } from '#shared/base/kernel/clock.ts';
import { keyText } from '#shared/platform/store/key-text.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { type Item, type Key, organizationKey, organizationPartition, type CompanyId } from '#shared/platform/store/table.ts';
import { check, put, type Write } from '#shared/platform/store/transact.ts';
import type { Company } from '#shared/model/company.ts';

/** Table items and writes of companies. */

export const companyItem = (company: Company): Item & Record<string, unknown> => ({
  ...companyRecordKey(company.id),
  kind: 'company',
  version: company.version,
  data: company,
  row: company,
  // A deleted company is in no list.
  ...(company.deletedAt === null && {
    gsi1pk: companiesOf(company.organizationId),
    gsi1sk: `${keyText(company.name.toLowerCase())}#${company.id}`,
  }),
});

/** The write that replaces a company and raises its version, provided that its version is still that of `before`. */
export const changeCompany = (before: Company, after: Company): Write =>
  put(companyItem({ ...after, version: before.version + 1 }), {
    expression: '#version = :version',
    names: { '#version': 'version' },
    values: { ':version': before.version },
  });

/** The write that fails when the period lock of the company is another one than it was read. */
export const stillClosed = ({ id, closedUntil }: Pick<Company, 'id' | 'closedUntil'>): Write =>
  check(
    companyRecordKey(id),
    closedUntil
      ? { expression: '#data.closedUntil = :day', names: { '#data': 'data' }, values: { ':day': closedUntil } }
      : { expression: 'attribute_not_exists(#data.closedUntil)', names: { '#data': 'data' } },
  );

/** Seconds after its deletion within which a company can be restored. */
export const GRACE_SECONDS = 5 * 86_400;

/** Whether a company deleted at that time (ISO 8601) can still be restored. */
export const inGrace = (deletedAt: string): boolean => deletedAt > instantIn(-GRACE_SECONDS);

/** The company of an organization with a given tax number. Written in the transaction that creates the company, so it is unique. */
export interface CifLookup {
  companyId: CompanyId;
  /** Set while the company is deleted and can be restored. */
  deletedAt: string | null;
}

const CIF = 'CIF#';

/** The key of that item. A sandbox company may have the tax number of a real one. */
export const cifKey = (organizationId: string, { cif, sandbox }: Pick<Company, 'cif' | 'sandbox'>): Key =>
  organizationKey(organizationId, `${CIF}${sandbox ? 'sandbox-' : ''}${cif}`);

/** The ids of an organization's companies that are not deleted. Other than the index of companies, never out of date. */
export const companyIdsOf = async (organizationId: string): Promise<CompanyId[]> =>
  (await readCifs(organizationId)).flatMap(({ deletedAt, companyId }) => (deletedAt === null ? [companyId] : []));

/** The same with deleted companies that can still be restored. */
export const allCompanyIdsOf = async (organizationId: string): Promise<CompanyId[]> =>
  (await readCifs(organizationId)).map(({ companyId }) => companyId);

async function readCifs(organizationId: string): Promise<CifLookup[]> {
  const items = await queryItems<{ data: CifLookup }>({ partition: organizationPartition(organizationId), beginsWith: CIF });
  return items.map(({ data }) => data);
}

export const cifItem = (company: Company): Item & Record<string, unknown> => {
  const lookup: CifLookup = { companyId: company.id, deletedAt: company.deletedAt };
  return { ...cifKey(company.organizationId, company), kind: 'company-cif', data: lookup };
};
