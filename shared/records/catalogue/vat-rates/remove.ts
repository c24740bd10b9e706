import { changeSet, type RecordSet } from '#shared/platform/store/record-set.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { removeVatRate } from './rules.ts';
import { type VatRate, vatRateSet } from './store.ts';

/**
 * Removes a VAT rate. It is only marked as deleted, because lines of documents refer to it.
 *
 * @throws 404; 409 for the default or last one
 */
export const deleteVatRate = (company: CompanyId, loaded: RecordSet<VatRate>, id: string, commit: Commit<void>): Promise<void> =>
  changeSet(vatRateSet, company, loaded, rates => removeVatRate(rates, id), commit);
