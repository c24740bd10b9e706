import { isInForce, revocation } from './store.ts';
import type { ApiToken } from '#shared/platform/access/model.ts';
import { type Commit, commitPlainly, ConditionFailed } from '#shared/platform/store/transact.ts';

/** Revokes a key immediately and permanently. Idempotent. */
export async function revokeApiToken(token: ApiToken, commit: Commit<void>): Promise<void> {
  if (token.revokedAt !== null) return;
  try {
    await commit([revocation(token)], undefined);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error; // Somebody else revoked it first.
  }
}

/** Revokes all keys of a user, of all organizations. Each in a transaction of its own: a repeated call revokes those that are left. */
export async function revokeAllApiTokens(tokens: readonly ApiToken[]): Promise<void> {
  for (const token of tokens.filter(isInForce)) await revokeApiToken(token, commitPlainly);
}
