import { instant } from '#shared/base/kernel/clock.ts';
import type { VatCategory } from '#shared/model/vat/categories.ts';
import { type RecordSet, readSet, type SetArea } from '#shared/platform/store/record-set.ts';
import { type CompanyId, companyKey, type Item, type Key } from '#shared/platform/store/table.ts';
import { create, put } from '#shared/platform/store/transact.ts';

/** VAT rates of a company (REC-44 to REC-50). Item `C#<company>` / `VAT#<id>`; version of the set: `VAT#`. */
export interface VatRate {
  id: string;
  /** Percentage, without trailing zeros. */
  rate: string;
  label: string;
  categoryCode: VatCategory;
  isDefault: boolean;
  isActive: boolean;
  position: number;
  deletedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export const VAT_PREFIX = 'VAT#';

export const vatRateKey = (company: CompanyId, id: string): Key => companyKey(company, `${VAT_PREFIX}${id}`);

export const vatRateItem = (company: CompanyId, rate: VatRate): Item & Record<string, unknown> => ({
  ...vatRateKey(company, rate.id),
  kind: 'vat-rate',
  data: rate,
});

/** The rates that are not deleted, by position, with the version of the set. */
export async function readVatRateSet(company: CompanyId): Promise<RecordSet<VatRate>> {
  const { version, records } = await readSet<VatRate>(company, VAT_PREFIX);
  return { version, records: records.filter(rate => rate.deletedAt === null).sort((a, b) => a.position - b.position) };
}

/** The rates of a company that are not deleted, including inactive ones, by position. Costs one query. */
export const readVatRates = async (company: CompanyId): Promise<VatRate[]> => (await readVatRateSet(company)).records;

/** How the rates of a company are stored as a set. */
export const vatRateSet: SetArea<VatRate> = {
  prefix: VAT_PREFIX,
  read: readVatRateSet,
  write: (company, before, after) => {
    if (after) return before ? put(vatRateItem(company, after)) : create(vatRateItem(company, after));
    if (!before) throw new Error('A VAT rate changes from nothing to nothing.');
    // Marked as deleted, because lines of documents refer to it.
    return put(vatRateItem(company, { ...before, deletedAt: instant() }));
  },
};
