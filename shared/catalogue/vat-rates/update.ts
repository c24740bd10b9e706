import { instant } from '#shared/kernel/clock.ts';
import { changeSet, type RecordSet } from '#shared/store/record-set.ts';
import type { CompanyId } from '#shared/store/table.ts';
import type { Commit } from '#shared/store/transact.ts';
import { changeVatRate, type VatRateChange } from './rules.ts';
import { type VatRate, vatRateSet } from './store.ts';

/** Changes a VAT rate. @throws 404, 422 by `changeVatRate` */
export const updateVatRate = (
  company: CompanyId,
  loaded: RecordSet<VatRate>,
  id: string,
  change: VatRateChange,
  commit: Commit<VatRate>,
): Promise<VatRate> => changeSet(vatRateSet, company, loaded, rates => changeVatRate(rates, id, change, instant()), commit);
