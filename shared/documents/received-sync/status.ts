import type * as z from 'zod';
import { planOf } from '#shared/platform/access/organization-plan.ts';
import { PLANS } from '#shared/platform/access/plans.ts';
import { presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import type { Company } from '#shared/model/company.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { isConnected } from '#shared/authority/taxauth/connections/find-connection.ts';
import type { syncStatusSchema } from './messages/schema.ts';
import { isRunning, readSync } from './state.ts';

type SyncStatus = z.infer<typeof syncStatusSchema>;

/** Names of the plans' intervals, by their seconds. */
const INTERVALS: ReadonlyMap<number, SyncStatus['syncInterval']> = new Map([
  [3600, 'hourly'],
  [14_400, 'every_4h'],
  [43_200, 'every_12h'],
  [86_400, 'daily'],
]);

/** The answer of GET /api/v1/sync/status. One parallel round trip. */
export async function syncStatus(company: Company, companyId: CompanyId): Promise<SyncStatus> {
  const [item, plan, tokenValid] = await Promise.all([readSync(companyId), planOf(company.organizationId), isConnected(company)]);
  const interval = INTERVALS.get(PLANS[plan].syncIntervalSeconds) ?? 'manual';
  return {
    enabled: company.syncEnabled,
    lastSync: presentInstantOrNull(company.lastSyncedAt),
    tokenValid,
    syncInterval: company.syncEnabled ? interval : 'manual',
    running: isRunning(item?.data),
    lastError: item?.data.lastFailure?.message ?? null,
    lastErrorAt: presentInstantOrNull(item?.data.lastFailure?.at),
  };
}
