import { instant } from '#shared/base/kernel/clock.ts';
import { changeSet, type RecordSet } from '#shared/platform/store/record-set.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
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
