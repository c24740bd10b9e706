import { instant } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { createWrites } from '#shared/platform/store/listed.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import { completed } from '../clients/rules.ts';
import type { SupplierInput } from './input.ts';
import { newSupplier } from './rules.ts';
import { findSupplierByCui, type Supplier, suppliers } from './store.ts';

export interface CreatedSupplier {
  supplier: Supplier;
  /** The company already had a supplier with this tax number; nothing was changed. */
  existing: boolean;
}

/**
 * Adds a supplier. If the company already has a supplier with the tax number, that supplier is returned.
 *
 * @param known the existing supplier with the tax number, if there is one
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
    // A concurrent request may have added a supplier with this tax number; that supplier is returned then.
    const other = attempt > 0 && supplier.cui !== null ? await findSupplierByCui(company, supplier.cui) : undefined;
    if (other) return { supplier: other, existing: true };
    return commit(createWrites(suppliers, company, supplier), { supplier, existing: false });
  });
}
