import { listLicenseKeys } from './list-keys.ts';
import { revocationOf } from './store.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { found } from '#shared/base/kernel/errors.ts';

/** Revokes a key permanently; it stays in lists. Idempotent. @throws 404 */
export async function revokeLicenseKey(actor: Actor, id: string, commit: Commit<void>): Promise<void> {
  const record = found(
    (await listLicenseKeys(actor)).find(one => one.id === id),
    'Licence key',
  );
  if (record.revokedAt === null) await commit([revocationOf(record)], undefined);
}
