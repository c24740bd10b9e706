import type { ApiTokenInput } from './input.ts';
import type { NewApiToken } from './model.ts';
import { requireHeld } from './rules.ts';
import { newApiToken } from './store.ts';
import type { Actor } from '../../access/model.ts';
import type { Commit } from '../../store/transact.ts';

/** Creates a key. @throws 422 for a scope that is unknown or that the caller does not have */
export async function createApiToken(actor: Actor, form: ApiTokenInput, commit: Commit<NewApiToken>): Promise<NewApiToken> {
  requireHeld(form.scopes, actor.permissions);
  const { made, writes } = newApiToken(actor, form);
  return commit(writes, made);
}
