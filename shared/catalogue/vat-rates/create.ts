import { instant } from '#shared/kernel/clock.ts';
import { newId } from '#shared/kernel/ids.ts';
import { changeSet, type RecordSet } from '#shared/store/record-set.ts';
import type { CompanyId } from '#shared/store/table.ts';
import type { Commit } from '#shared/store/transact.ts';
import { addVatRate, type VatRateInput } from './rules.ts';
import { type VatRate, vatRateSet } from './store.ts';

/** Adds a VAT rate. @throws 422 by `addVatRate` */
export const createVatRate = (
  company: CompanyId,
  loaded: RecordSet<VatRate>,
  input: VatRateInput,
  commit: Commit<VatRate>,
): Promise<VatRate> => changeSet(vatRateSet, company, loaded, rates => addVatRate(rates, input, newId(), instant()), commit);
