import { planOf } from '#shared/platform/access/organization-plan.ts';
import { PLANS } from '#shared/platform/access/plans.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { instant, instantIn, now } from '#shared/base/kernel/clock.ts';
import { log } from '#shared/base/kernel/log.ts';
import { dueRows } from '#shared/platform/store/due-work.ts';
import { retryOnContention, transact } from '#shared/platform/store/transact.ts';
import { connectionFor } from '#shared/authority/taxauth/connections/find-connection.ts';
import { beginRun, daysBack, dueAt, isRunning, neverDue, readSync, SYNC_DUE } from './state.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** Due companies to read from each partition of the index in one round, rounds in one call, and runs to begin in parallel. */
const AT_ONCE = 100;
const ROUNDS = 20;
const SIDE_BY_SIDE = 20;

/**
 * Seconds after the beginning of a run until its company is due again: less than the interval of the schedule. If the run
 * succeeded, the next one is then postponed to `lastSyncedAt` plus the plan's interval; if it failed, a new run begins.
 */
const AGAIN_SECONDS = 1500;

/** Begins the automatic runs that are due. Concurrent calls begin only one run of a company. */
export async function beginDueRuns(): Promise<void> {
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const rows = await dueRows<{ companyId: CompanyId }>(SYNC_DUE, AT_ONCE);
    // The index is eventually consistent: it may still contain companies that an earlier round has processed.
    const next = rows.map(({ companyId }) => companyId).filter(id => !seen.has(id));
    if (next.length === 0) return;
    for (let first = 0; first < next.length; first += SIDE_BY_SIDE) {
      await Promise.all(next.slice(first, first + SIDE_BY_SIDE).map(begin));
    }
    next.forEach(id => seen.add(id));
  }
}

async function begin(companyId: CompanyId): Promise<void> {
  try {
    await retryOnContention(() => beginIfDue(companyId));
  } catch (error) {
    // An error of one company must not delay the others.
    log.error('automatic synchronization could not begin', error, { companyId });
  }
}

async function beginIfDue(companyId: CompanyId): Promise<void> {
  const company = await readCompany(companyId);
  // Synchronization is switched off or the company is deleted. Switching it on makes the company due again.
  if (!company?.syncEnabled || company.deletedAt !== null) return transact([neverDue(companyId)]);
  const [item, plan, token] = await Promise.all([readSync(companyId), planOf(company.organizationId), connectionFor(company)]);
  const interval = PLANS[plan].syncIntervalSeconds;
  const last = company.lastSyncedAt === null ? 0 : Date.parse(company.lastSyncedAt);
  const free = new Date(last + interval * 1000).toISOString();
  // The company may not be due after all: the index is eventually consistent, a run may have ended, and the plan may have changed.
  if (free > instant()) return transact([dueAt(companyId, free)]);
  const { paused, limitedUntil } = item?.data ?? {};
  if (limitedUntil && limitedUntil > instant()) return transact([dueAt(companyId, limitedUntil)]);
  // Without a token each run fails, and one `sync.failed` per interval is enough.
  const next = dueAt(companyId, instantIn(token || company.sandbox ? AGAIN_SECONDS : interval));
  if (isRunning(item?.data) || (paused && paused.tokenId === token?.id)) return transact([next]);
  const { write } = beginRun(companyId, item, { trigger: 'schedule', days: daysBack(company, now()) });
  return transact([write, next]);
}
