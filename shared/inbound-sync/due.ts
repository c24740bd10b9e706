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

/** Companies that are read from each partition of the index at a time, how often, and how many runs begin side by side. */
const AT_ONCE = 100;
const ROUNDS = 20;
const SIDE_BY_SIDE = 20;

/**
 * Seconds after which a company is looked at again whose run began: less than the time between two runs of the schedule. A run that
 * succeeded has moved `lastSyncedAt`, from which the next one counts; one that failed is repeated then.
 */
const AGAIN_SECONDS = 1500;

/** Begins the automatic runs that are due. Two at once begin one run of a company. */
export async function beginDueRuns(): Promise<void> {
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const rows = await dueRows<{ companyId: string }>(SYNC_DUE, AT_ONCE);
    // The index lags: what was looked at may still be in it.
    const next = rows.map(({ companyId }) => companyId).filter(id => !seen.has(id));
    if (next.length === 0) return;
    for (let first = 0; first < next.length; first += SIDE_BY_SIDE) {
      await Promise.all(next.slice(first, first + SIDE_BY_SIDE).map(begin));
    }
    next.forEach(id => seen.add(id));
  }
}

async function begin(companyId: string): Promise<void> {
  try {
    await retryOnContention(() => beginIfDue(companyId));
  } catch (error) {
    // One company's trouble must not keep the others waiting.
    log.error('automatic synchronization not begun', error, { companyId });
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
  // Without a token each run fails: once in an interval is enough to say so.
  const next = dueAt(scope, instantIn(token ? AGAIN_SECONDS : interval));
  if (isRunning(item?.data) || (paused && paused.tokenId === token?.id)) return transact([next]);
  const { write } = beginRun(companyId, item, { trigger: 'schedule', days: daysBack(company, now()) });
  return transact([write, next]);
}
