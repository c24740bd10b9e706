import { instant } from '#shared/base/kernel/clock.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { patched } from '#shared/base/kernel/patch.ts';
import { changeWrites } from '#shared/platform/store/listed.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import type { SupplierChange } from './input.ts';
import { refuseStatedFields } from './rules.ts';
import { readSupplier, type Supplier, suppliers } from './store.ts';

/**
 * Changes a supplier. If another request changed it in between, the change is applied to the newer version.
 *
 * @throws 404; 409 for the tax number of another supplier; 422 for fields that its documents determine
 */
export function updateSupplier(
  company: CompanyId,
  loaded: Supplier,
  change: SupplierChange,
  commit: Commit<Supplier>,
): Promise<Supplier> {
  return retryOnContention(async attempt => {
    const before = attempt > 0 ? found(await readSupplier(company, loaded.id), 'Supplier') : loaded;
    refuseStatedFields(before, change);
    const after = { ...patched(before, change), version: before.version + 1, updatedAt: instant() };
    return commit(changeWrites(suppliers, company, before, after), after);
  });
}
