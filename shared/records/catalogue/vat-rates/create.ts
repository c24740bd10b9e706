import { instant } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { changeSet, type RecordSet } from '#shared/platform/store/record-set.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { addVatRate, type VatRateInput } from './rules.ts';
import { type VatRate, vatRateSet } from './store.ts';

/** Adds a VAT rate. @throws 422 by `addVatRate` */
export const createVatRate = (
  company: CompanyId,
  loaded: RecordSet<VatRate>,
  input: VatRateInput,
  commit: Commit<VatRate>,
): Promise<VatRate> => changeSet(vatRateSet, company, loaded, rates => addVatRate(rates, input, newId(), instant()), commit);
