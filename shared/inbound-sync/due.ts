import { planOf } from '../access/organization-plan.ts';
import { PLANS } from '../access/plans.ts';
import { readCompany } from '../access/records.ts';
import { instant, instantIn, now } from '../kernel/clock.ts';
import { log } from '../kernel/log.ts';
import { dueRows } from '../store/due-work.ts';
import { companyScope } from '../store/table.ts';
import { retryOnContention, transact } from '../store/transact.ts';
import { connectionFor } from '../taxauth/connections/find-connection.ts';
import { beginRun, daysBack, dueAt, isRunning, neverDue, readSync, SYNC_DUE } from './state.ts';

/** Begins the automatic runs that are due. Two at once begin one run of a company. */
export async function beginDueRuns(): Promise<void> {
  const rows = await dueRows<{ companyId: string }>(SYNC_DUE);
  for (const { companyId } of rows) {
    try {
      await retryOnContention(() => beginIfDue(companyId));
    } catch (error) {
      // One company's trouble must not keep the others waiting.
      log.error('automatic synchronization not begun', error, { companyId });
    }
  }
}

async function beginIfDue(companyId: string): Promise<void> {
  const scope = companyScope(companyId);
  const company = await readCompany(companyId);
  // Switched off, or deleted: what switches it on again makes it due.
  if (!company?.syncEnabled || company.deletedAt !== null) return transact([neverDue(scope)]);
  const [item, plan, token] = await Promise.all([
    readSync(scope),
    planOf(company.organizationId),
    connectionFor(company.organizationId, company.cif),
  ]);
  const interval = PLANS[plan].syncIntervalSeconds;
  const last = company.lastSyncedAt === null ? 0 : Date.parse(company.lastSyncedAt);
  const free = new Date(last + interval * 1000).toISOString();
  // Index reads lag, and others may have begun a run meanwhile; a plan may have changed.
  if (free > instant()) return transact([dueAt(scope, free)]);
  const { paused, limitedUntil } = item?.data ?? {};
  if (limitedUntil && limitedUntil > instant()) return transact([dueAt(scope, limitedUntil)]);
  const next = dueAt(scope, instantIn(interval));
  if (isRunning(item?.data) || (paused && paused.tokenId === token?.id)) return transact([next]);
  const { write } = beginRun(companyId, item, { trigger: 'schedule', days: daysBack(company, now()) });
  return transact([write, next]);
}
