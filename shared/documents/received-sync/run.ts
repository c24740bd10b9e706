import { waitFor } from '#shared/authority/calls/waits.ts';
import { changeCompany } from '#shared/platform/access/company-store.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { instant, instantIn, now, presentInstant } from '#shared/base/kernel/clock.ts';
import { log } from '#shared/base/kernel/log.ts';
import { hasVersion } from '#shared/platform/store/change-item.ts';
import { NO_LEASE, takeLease } from '#shared/platform/store/lease.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { awaitsDispatch } from '#shared/platform/store/outbox.ts';
import { put, retryOnContention, transact, type Write } from '#shared/platform/store/transact.ts';
import { TaxauthError, TaxauthRateLimited, TaxauthUnauthorized } from '#shared/authority/taxauth/client/errors.ts';
import { authorityClient } from '#shared/authority/taxauth/connections/authority-client.ts';
import { connectionFor, openToken } from '#shared/authority/taxauth/connections/find-connection.ts';
import { notify } from '#shared/output/webhooks/notify.ts';
import { notification } from '#shared/output/webhooks/notification.ts';
import { doPart, isShortLimit } from './part.ts';
import { readStored, readSync, secondsLimited, type SyncItem, syncKey, type SyncState, withFailure } from './state.ts';

/** A synchronization run of a company: lists, downloads and stores the authority's messages, in parts of limited size. */

/** Timeout of the function in seconds, and how long it holds the lease on the company's state: longer than it can run. */
export const RUN_SECONDS = 300;
const LEASE_SECONDS = 330;
/**
 * Does the next part of a run; does nothing if the run has ended. If the process dies, the documents that it stored remain, and the
 * queue starts another process that continues the run.
 *
 * @throws `LeaseTaken` while another process holds the lease on the company's state
 */
export async function continueRun(companyId: CompanyId, runId: string): Promise<void> {
  const item = await takeLease<SyncState>(syncKey(companyId), LEASE_SECONDS, {
    isDone: ({ run }) => run?.id !== runId,
    begin: state => ({ after: state.run ? { ...state, run: { ...state.run, touchedAt: instant() } } : state }),
  });
  const company = await readCompany(companyId);
  if (!item?.data.run || !company) return;
  let tokenId: string | null = null;
  try {
    const token = await connectionFor(company);
    if (company.deletedAt !== null || !(token || company.sandbox))
      return await failed(companyId, item, new Error('The company has no valid connection to the tax authority.'), null);
    tokenId = token?.id ?? null;
    const client = authorityClient(token ? { token: await openToken(token) } : { sandbox: company });
    const { isComplete, limit } = await doPart(company, item.data.run, client);
    if (limit) return await postponed(companyId, item, limit, { isListed: true });
    await (isComplete ? completed(companyId, item) : handedOn(companyId, item));
  } catch (error) {
    if (isShortLimit(error)) return postponed(companyId, item, error);
    // Any other error is this service's own: the queue delivers the message again.
    if (!(error instanceof TaxauthError)) throw await givenBack(companyId, item, error);
    await failed(companyId, item, error, tokenId);
  }
}

/** Changes the state and releases the lease, in one transaction with `also`. Does nothing if another process has the lease. */
const leave = (
  scope: CompanyId,
  held: SyncItem,
  change: (state: SyncState) => Partial<SyncState>,
  also: () => Promise<Write[]> = async () => [],
): Promise<void> =>
  retryOnContention(async () => {
    const [item, writes] = await Promise.all([readSync(scope), also()]);
    if (item?.data.lease !== held.data.lease) return;
    const data = { ...item.data, ...change(item.data), ...NO_LEASE };
    // The table's stream delivers this write to `syncRoute`, which queues the next part.
    const mark = data.run && data.run.part !== item.data.run?.part ? awaitsDispatch(data.run.id, secondsLimited(data)) : {};
    await transact([put({ ...item, version: item.version + 1, data, ...mark }, hasVersion(item.version)), ...writes]);
  });

const runOf = ({ data }: SyncItem): NonNullable<SyncState['run']> => data.run!;

/** Ends the part; another process does the next one. */
const handedOn = (scope: CompanyId, item: SyncItem): Promise<void> =>
  leave(scope, item, ({ run }) => ({ run: run && { ...run, isListed: true, part: run.part + 1 } }));

/** Ends the part; the next one waits until the limit of the authority allows it. */
const postponed = (
  scope: CompanyId,
  item: SyncItem,
  limit: TaxauthRateLimited,
  done: Partial<Pick<NonNullable<SyncState['run']>, 'isListed'>> = {},
): Promise<void> =>
  leave(scope, item, ({ run }) => ({
    run: run && { ...run, ...done, part: run.part + 1 },
    limitedUntil: instantIn(waitFor(limit.retryAfter)),
  }));

/** Releases the lease, so that the process that the queue starts next can repeat the part. @returns the error */
async function givenBack(scope: CompanyId, item: SyncItem, error: unknown): Promise<unknown> {
  await leave(scope, item, () => ({}));
  return error;
}

async function completed(scope: CompanyId, item: SyncItem): Promise<void> {
  const run = runOf(item);
  const at = instant();
  await leave(
    scope,
    item,
    () => ({ run: null, lastFailure: null }),
    async () => {
      const [company, stored] = await Promise.all([readCompany(item.data.companyId), readStored(scope, run.id)]);
      const data = {
        syncId: run.id,
        invoicesSynced: stored,
        duration: Math.max(0, Math.round((now().getTime() - Date.parse(run.startedAt)) / 1000)),
        completedAt: presentInstant(at),
      };
      return [
        notify(scope, notification('sync.completed', data)),
        ...(company ? [changeCompany(company, { ...company, lastSyncedAt: run.to })] : []),
      ];
    },
  );
}

/** Ends a failed run. Stored documents remain; `lastSyncedAt` is not changed, so that the next run covers the same time again. */
async function failed(scope: CompanyId, item: SyncItem, error: Error, tokenId: string | null): Promise<void> {
  const run = runOf(item);
  log.warn('synchronization failed', { syncId: run.id, error: error.name, errorMessage: error.message });
  const refused = error instanceof TaxauthUnauthorized && error.reason === 'access';
  const at = instant();
  const data = { syncId: run.id, errorMessage: error.message, failedAt: presentInstant(at) };
  await leave(
    scope,
    item,
    state => ({
      run: null,
      ...withFailure(state, { at, message: error.message }),
      paused: refused && tokenId !== null ? { tokenId } : null,
      limitedUntil: error instanceof TaxauthRateLimited ? instantIn(error.retryAfter) : null,
    }),
    async () => [notify(scope, notification('sync.failed', data))],
  );
}
