import type { ApiTokenInput } from './input.ts';
import type { NewApiToken } from './model.ts';
import { requireHeld } from './rules.ts';
import { keyNotice, newApiToken } from './store.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { requireFreshProof } from '../passwords/prove.ts';

/**
 * Creates a key, and mails a notice: it outlives the session.
 *
 * @throws 422 for a scope that is unknown or that the caller does not have; 403, 422 and 429 as `requireFreshProof`
 */
export async function createApiToken(
  actor: Actor,
  { password, ...form }: ApiTokenInput,
  commit: Commit<NewApiToken>,
): Promise<NewApiToken> {
  requireHeld(form.scopes, actor.permissions);
  await requireFreshProof(actor, password);
  const { made, writes } = newApiToken(actor, form);
  return commit([...writes, keyNotice(actor.userId, form.name, 'created')], made);
}
