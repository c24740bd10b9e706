import { instant } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { changeSet, type RecordSet } from '../../store/record-set.ts';
import type { CompanyId } from '../../store/table.ts';
import type { Commit } from '../../store/transact.ts';
import { addVatRate, type VatRateInput } from './rules.ts';
import { type VatRate, vatRateSet } from './store.ts';

/** Adds a VAT rate. @throws 422 by `addVatRate` */
export const createVatRate = (
  company: CompanyId,
  loaded: RecordSet<VatRate>,
  input: VatRateInput,
  commit: Commit<VatRate>,
): Promise<VatRate> => changeSet(vatRateSet, company, loaded, rates => addVatRate(rates, input, newId(), instant()), commit);
