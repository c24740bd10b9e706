import type { Passkey } from './model.ts';
import { dropPasskey } from './store.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { mailRequest } from '#shared/output/mail/requests.ts';
import { userPartition } from '#shared/platform/store/table.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { requireFreshProof } from '../passwords/prove.ts';

/**
 * Removes a passkey, which can then no longer be used to log in, and mails a notice.
 *
 * @throws 404 if it was removed meanwhile; 403, 422 and 429 as `requireFreshProof`
 */
export async function removePasskey(
  actor: Actor,
  { passkey, password }: { passkey: Passkey; password: string | undefined },
  commit: Commit<void>,
): Promise<void> {
  await requireFreshProof(actor, password);
  const { userId } = actor;
  const notice = mailRequest(userPartition(userId), { template: 'passkey-removed', userId, name: passkey.name });
  return commit([...dropPasskey(passkey), notice], undefined);
}
