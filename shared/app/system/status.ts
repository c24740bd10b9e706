import type { Membership } from '#shared/platform/access/model.ts';
import { checksOf, statusOf } from './report.ts';
import { tableAnswers } from './table-answers.ts';

/**
 * The status of the service, and for an owner or admin the state of each dependency. The endpoint is not rate-limited, so a call
 * costs only one read, and queues and files are checked only for admins.
 *
 * @param readCaller reads the caller; null if nobody is signed in
 */
export async function serviceStatus(readCaller: () => Promise<{ memberships: Pick<Membership, 'role'>[] } | null>) {
  const database = await tableAnswers();
  // Sessions are stored in the table, so without it no caller can be identified.
  const caller = database ? await readCaller() : null;
  const administers = caller?.memberships.some(({ role }) => role === 'owner' || role === 'admin');
  if (!administers) return { status: database ? ('healthy' as const) : ('unhealthy' as const) };
  const health = await import('./dependencies.ts');
  const [queue, storage, freeDisk] = await Promise.all([
    health.queuesAnswer(),
    health.documentsBucketAnswers(),
    health.freeMegabytes(),
  ]);
  const checks = checksOf({ database, queue, storage, freeDisk });
  return { status: statusOf(checks), checks };
}
