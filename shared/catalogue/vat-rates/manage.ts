import { instant } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { changeSet, type RecordSet, type SetArea } from '../../store/record-set.ts';
import type { CompanyId } from '../../store/table.ts';
import { create, put, type Commit } from '../../store/transact.ts';
import { addVatRate, changeVatRate, removeVatRate, type VatRateChange, type VatRateInput } from './rules.ts';
import { readVatRateSet, VAT_PREFIX, type VatRate, vatRateItem } from './store.ts';

const area: SetArea<VatRate> = {
  prefix: VAT_PREFIX,
  read: readVatRateSet,
  write: (company, before, after) => {
    if (after) return before ? put(vatRateItem(company, after)) : create(vatRateItem(company, after));
    if (!before) throw new Error('A VAT rate changes from nothing to nothing.');
    // Kept, hidden: lines of documents name it.
    return put(vatRateItem(company, { ...before, deletedAt: instant() }));
  },
};

export const createVatRate = (
  company: CompanyId,
  loaded: RecordSet<VatRate>,
  input: VatRateInput,
  commit: Commit<VatRate>,
): Promise<VatRate> => changeSet(area, company, loaded, rates => addVatRate(rates, input, newId(), instant()), commit);

export const updateVatRate = (
  company: CompanyId,
  loaded: RecordSet<VatRate>,
  id: string,
  change: VatRateChange,
  commit: Commit<VatRate>,
): Promise<VatRate> => changeSet(area, company, loaded, rates => changeVatRate(rates, id, change, instant()), commit);

export const deleteVatRate = (company: CompanyId, loaded: RecordSet<VatRate>, id: string, commit: Commit<void>): Promise<void> =>
  changeSet(area, company, loaded, rates => removeVatRate(rates, id), commit);
