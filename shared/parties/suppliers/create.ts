import { instant } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { createWrites } from '../../store/listed.ts';
import type { CompanyId } from '../../store/table.ts';
import { type Commit, retryOnContention } from '../../store/transact.ts';
import { completed } from '../clients/rules.ts';
import type { SupplierInput } from './input.ts';
import { newSupplier } from './rules.ts';
import { findSupplierByCui, type Supplier, suppliers } from './store.ts';

export interface CreatedSupplier {
  supplier: Supplier;
  /** The company had it already: nothing changed. */
  existing: boolean;
}

/**
 * Adds a supplier; a tax number that the company has already gives that supplier.
 *
 * @param known the supplier with the tax number, as read before
 */
export async function createSupplier(
  company: CompanyId,
  known: Supplier | undefined,
  body: SupplierInput,
  commit: Commit<CreatedSupplier>,
): Promise<CreatedSupplier> {
  if (known) return { supplier: known, existing: true };
  const supplier = newSupplier(completed(body, null), newId(), instant());
  return retryOnContention(async attempt => {
    // Somebody else may just have taken the tax number: then theirs is the supplier.
    const other = attempt > 0 && supplier.cui !== null ? await findSupplierByCui(company, supplier.cui) : undefined;
    if (other) return { supplier: other, existing: true };
    return commit(createWrites(suppliers, company, supplier), { supplier, existing: false });
  });
}
