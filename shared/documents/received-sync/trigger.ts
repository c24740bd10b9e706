import * as z from 'zod';
import { planOf } from '#shared/platform/access/organization-plan.ts';
import { PLANS } from '#shared/platform/access/plans.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { found, rateLimited, validation } from '#shared/base/kernel/errors.ts';
import type { Company } from '#shared/model/company.ts';
import { isConnected } from '#shared/authority/taxauth/connections/find-connection.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import { beginRun, daysBack, MOST_DAYS, readSync, type SyncItem } from './state.ts';

/** POST /api/v1/sync/trigger: begins a run at a user's request. */

export const triggerBody = z.object({ days: z.int().min(1).max(MOST_DAYS).nullish() }).meta({ id: 'SyncInput' });

export interface Triggered {
  message: string;
  syncId: string;
}

/** Reads what `triggerSync` needs. One parallel round trip. `interval`: the least seconds between two runs by the plan. */
export const readToTrigger = async (company: Company, companyId: CompanyId) => {
  const [item, plan, connected] = await Promise.all([readSync(companyId), planOf(company.organizationId), isConnected(company)]);
  return { item, interval: PLANS[plan].syncIntervalSeconds, connected };
};

/**
 * Begins a run, which workers do in the background.
 *
 * @throws 422 without an unexpired token for the company's tax number; 409 while a run is in progress; 429 with `retryAfter` within
 *   the plan's interval after the last run, or while a limit of the authority forbids calls
 */
export function triggerSync(
  company: Company,
  companyId: CompanyId,
  days: number | null | undefined,
  loaded: { item: SyncItem | undefined; interval: number; connected: boolean },
  commit: Commit<Triggered>,
): Promise<Triggered> {
  if (!loaded.connected)
    throw validation(
      'The company has no valid connection to the tax authority: connect it by a token that has access to its tax number.',
      {
        reason: 'taxauth_not_connected',
      },
    );
  return retryOnContention(async attempt => {
    // Both are read again after a conflict: a run that ended in the meantime has changed them.
    const [item, at] =
      attempt > 0 ? await Promise.all([readSync(companyId), readCompany(company.id)]) : ([loaded.item, company] as const);
    const { lastSyncedAt, syncDaysBack } = found(at, 'Company');
    // Checked before `beginRun`: if a run is waiting for the limit, 429 with the time to wait says more than 409.
    refuseLimited(item?.data.limitedUntil ?? null);
    const back = daysBack({ lastSyncedAt, syncDaysBack }, now(), days);
    const { run, write } = beginRun(company.id, item, { trigger: 'manual', days: back });
    refuseTooEarly(lastSyncedAt, loaded.interval);
    return commit([write], { message: 'Synchronization started.', syncId: run.id });
  });
}

const secondsUntil = (instant: number): number => Math.ceil((instant - now().getTime()) / 1000);

/** @throws 429 with `retryAfter` */
function refuseTooEarly(lastSyncedAt: string | null, interval: number): void {
  const wait = lastSyncedAt === null ? 0 : secondsUntil(Date.parse(lastSyncedAt) + interval * 1000);
  // A longer wait follows from a run in the future: the clock was put back, as the local one can be.
  if (wait > 0 && wait <= interval)
    throw tooEarly("The plan's interval between synchronizations has not passed: retry after `retryAfter` seconds.", wait);
}

/** The longest limits are those of a day; a call that was counted in it leaves it within two, in seconds. */
const LONGEST_LIMIT = 2 * 86_400;

/** @throws 429 with `retryAfter` */
function refuseLimited(limitedUntil: string | null): void {
  const wait = limitedUntil === null ? 0 : secondsUntil(Date.parse(limitedUntil));
  // As above: no limit lasts longer.
  if (wait > 0 && wait <= LONGEST_LIMIT) throw tooEarly('The limit of the tax authority is reached.', wait);
}

const tooEarly = (message: string, retryAfter: number) => rateLimited(message, retryAfter, { retryAfter });
