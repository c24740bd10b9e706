import { revocation } from './store.ts';
import type { ApiToken } from '../../access/model.ts';
import { type Commit, ConditionFailed } from '../../store/transact.ts';

/** Revokes a key immediately and permanently. Idempotent. */
export async function revokeApiToken(token: ApiToken, commit: Commit<void>): Promise<void> {
  if (token.revokedAt !== null) return;
  try {
    await commit([revocation(token)], undefined);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error; // Somebody else revoked it first.
  }
}
