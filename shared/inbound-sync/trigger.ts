import * as z from 'zod';
import { planOf } from '../access/organization-plan.ts';
import { PLANS } from '../access/plans.ts';
import { readCompany } from '../access/records.ts';
import { now } from '../kernel/clock.ts';
import { found, rateLimited, validation } from '../kernel/errors.ts';
import type { Company } from '../model/company.ts';
import { isConnected } from '../taxauth/connections/find-connection.ts';
import type { CompanyId } from '../store/table.ts';
import { type Commit, retryOnContention } from '../store/transact.ts';
import { beginRun, daysBack, MOST_DAYS, readSync, type SyncItem } from './state.ts';

/** POST /api/v1/sync/trigger: a run that somebody asks for. */

export const triggerBody = z.object({ days: z.int().min(1).max(MOST_DAYS).nullish() });

export interface Triggered {
  message: string;
  syncId: string;
}

/** What is read to trigger a run. One parallel round trip. */
export const readToTrigger = async (company: Company, companyId: CompanyId) => {
  const [item, plan, connected] = await Promise.all([
    readSync(companyId),
    planOf(company.organizationId),
    isConnected(company.organizationId, company.cif),
  ]);
  return { item, interval: PLANS[plan].syncIntervalSeconds, connected };
};

/**
 * Begins a run; it is done in the background.
 *
 * @throws 422 without a token in force that reaches the company; 409 while a run is on its way; 429 within the plan's interval since the
 *   last run, or while a limit of the authority holds
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
    // A run that has ended meanwhile changed both.
    const [item, at] =
      attempt > 0 ? await Promise.all([readSync(companyId), readCompany(company.id)]) : ([loaded.item, company] as const);
    const { lastSyncedAt, syncDaysBack } = found(at, 'Company');
    // A run may wait for the same limit: until when, says more than that it runs.
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
  if (wait > 0) throw tooEarly('The plan allows the next synchronization later.', wait);
}

/** @throws 429 with `retryAfter` */
function refuseLimited(limitedUntil: string | null): void {
  const wait = limitedUntil === null ? 0 : secondsUntil(Date.parse(limitedUntil));
  if (wait > 0) throw tooEarly('The limit of the tax authority is reached.', wait);
}

const tooEarly = (message: string, retryAfter: number) => rateLimited(message, retryAfter, { retryAfter });
