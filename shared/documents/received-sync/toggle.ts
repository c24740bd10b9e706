import { changeCompany } from '#shared/platform/access/company-store.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { found, validation } from '#shared/base/kernel/errors.ts';
import type { Company } from '#shared/model/company.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import { isConnected } from '#shared/authority/taxauth/connections/find-connection.ts';
import { dueAt, neverDue } from './state.ts';

export interface Toggled {
  syncEnabled: boolean;
  message: string;
}

/** Switches automatic synchronization on or off. @throws 422 for on without an unexpired token for the company's tax number */
export function toggleSync(loaded: Company, companyId: CompanyId, commit: Commit<Toggled>): Promise<Toggled> {
  return retryOnContention(async attempt => {
    const before = attempt > 0 ? found(await readCompany(loaded.id), 'Company') : loaded;
    const syncEnabled = !loaded.syncEnabled;
    if (syncEnabled && !(await isConnected(before)))
      throw validation('The company has no valid connection to the tax authority: save a token for its tax number first.', {
        reason: 'taxauth_not_connected',
      });
    const at = instant();
    const message = syncEnabled ? 'Synchronization is switched on.' : 'Synchronization is switched off.';
    return commit(
      [
        changeCompany(before, { ...before, syncEnabled, updatedAt: at }),
        syncEnabled ? dueAt(companyId, at) : neverDue(companyId),
      ],
      { syncEnabled, message },
    );
  });
}
